// The left side: servers, a server's channels and threads, direct messages, and the window's person.

import { byId, h, icon, refill } from './dom.js';
import { addressOf } from './address.js';
import { avatar, channelName, displayName } from './people.js';
import { personButton } from './switcher.js';
import { t } from './texts.js';
import { themeButton } from './theme.js';
import { viewButton } from './view.js';

/**
 * @import { Store } from './store.js'
 * @import { Channel, Guild, User } from './discord.d.ts'
 * @import { Child } from './types.d.ts'
 */

const TEXT_CHANNELS = [0, 5]; // types of channels: text and announcements
const GROUP = 3;
const CATEGORY = 4;

export class Sidebar {
  /** @type {string | null} the guild that is shown; null: the direct messages */
  guildId = null;

  /**
   * @param {Store} store
   * @param {{ onChannel: (id: string) => void }} actions
   */
  constructor(store, { onChannel }) {
    this.store = store;
    this.onChannel = onChannel;
    this.guilds = byId('guilds');
    this.head = byId('sidebar-head');
    this.channels = byId('channels');
    this.me = byId('me');
    this.drawer = byId('drawer');
    this.scrim = byId('scrim');
    this.scrim.addEventListener('click', () => this.close());
    addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
    for (const name of /** @type {const} */ (['hello', 'channels', 'bot'])) store.on(name, () => this.render());
    store.on('active', (channelId) => this.follow(channelId));
  }

  /**
   * Shows the guild of the open channel.
   * @param {string} channelId
   */
  follow(channelId) {
    this.guildId = this.store.guildOf(channelId)?.id ?? null;
    this.render();
    this.close();
  }

  open() {
    document.body.classList.add('drawer-open');
    this.scrim.hidden = false;
    /** @type {HTMLElement | null} */
    const current = this.channels.querySelector('[aria-current]');
    current?.focus();
  }

  close() {
    document.body.classList.remove('drawer-open');
    this.scrim.hidden = true;
  }

  /** The guild that is shown; undefined: the direct messages. */
  get guild() {
    return this.store.guilds.find((guild) => guild.id === this.guildId);
  }

  render() {
    if (!this.store.ready) return;
    const { guild } = this;
    this.guilds.setAttribute('aria-label', t('servers'));
    this.channels.setAttribute('aria-label', t('channels'));
    this.drawer.setAttribute('aria-label', t('channels'));
    refill(this.guilds, this.guildButtons());
    refill(this.head, h('h1', {}, guild?.name ?? t('directMessages')));
    refill(this.channels, h('ul', { class: 'channel-list' }, guild ? this.guildChannels(guild) : this.dmRows()));
    refill(this.me, personButton(this.store, 'me-button'), viewButton(), themeButton());
  }

  guildButtons() {
    const channels = [...this.store.channels.values()];
    const dms = this.guildButton(null, t('directMessages'), icon('mail', 24), this.store.dms);
    const guilds = this.store.guilds.map(({ id, name }) => {
      return this.guildButton(id, name, initials(name), channels.filter((channel) => channel.guild_id === id));
    });
    return [dms, h('hr', { class: 'guild-line' }), ...guilds];
  }

  /**
   * @param {string | null} guildId null: the direct messages
   * @param {string} name
   * @param {Child} face
   * @param {Channel[]} channels
   */
  guildButton(guildId, name, face, channels) {
    const { unread, mentions } = this.unreadOf(channels);
    const current = this.guildId === guildId;
    return h('button', {
      type: 'button', class: `guild${current ? ' current' : ''}${unread ? ' unread' : ''}`, title: name,
      'aria-label': unread ? `${name} (${t('unread')})` : name, 'aria-pressed': String(current),
      dataset: { guildId }, 'data-testid': 'guild', onclick: () => this.pick(guildId),
    }, h('span', { class: 'guild-face' }, face), mentions > 0 && h('span', { class: 'count' }, String(mentions)));
  }

  /**
   * Shows a guild; beside the messages its first channel opens, too.
   * @param {string | null} guildId
   */
  pick(guildId) {
    this.guildId = guildId;
    this.render();
    if (document.body.classList.contains('drawer-open')) return;
    const { guild } = this;
    const channels = guild ? this.store.channelsOf(guild).map(({ channel }) => channel) : this.store.dms;
    const first = guild ? channels.find((channel) => TEXT_CHANNELS.includes(channel.type)) : channels[0];
    if (first) this.onChannel(first.id);
  }

  /**
   * A guild's channels, each with its threads but the archived ones.
   * @param {Guild} guild
   */
  guildChannels(guild) {
    return this.store.channelsOf(guild).map(({ channel, threads }) => {
      if (channel.type === CATEGORY) return h('li', { class: 'category' }, channel.name);
      const live = threads.filter((thread) => !thread.thread_metadata?.archived || thread.id === this.store.active);
      const rows = live.map((thread) => h('li', {}, this.row(thread, icon('thread', 16), channelName(thread))));
      return h('li', {},
        this.row(channel, icon('hash', 20), channelName(channel)),
        rows.length > 0 && h('ul', { class: 'thread-list', 'aria-label': t('threads') }, rows));
    });
  }

  dmRows() {
    if (!this.store.dms.length) return h('li', { class: 'category' }, t('noDms'));
    return this.store.dms.map((dm) => {
      if (dm.type === GROUP) return h('li', {}, this.row(dm, icon('people', 20), channelName(dm)));
      const recipient = dm.recipients?.find((user) => user.id !== this.store.me.id) ?? dm.recipients?.[0];
      const other = this.store.person(recipient);
      return h('li', {}, this.row(dm, avatar(other, 28, stateOf(other, this.store)), displayName(other)));
    });
  }

  /**
   * @param {Channel} channel
   * @param {Child} mark
   * @param {string} name
   */
  row(channel, mark, name) {
    const { unread, mentions } = this.unreadOf([channel]);
    const current = channel.id === this.store.active;
    return h('a', {
      class: `channel${current ? ' current' : ''}${unread ? ' unread' : ''}`,
      href: addressOf(this.store.me.id, channel.id),
      'aria-current': current ? 'page' : undefined, dataset: { channelId: channel.id }, 'data-testid': 'channel',
      onclick: (event) => this.go(event, channel.id),
    }, mark, h('span', { class: 'channel-name' }, name),
    mentions > 0 && h('span', { class: 'count', 'aria-label': t('mentions', { n: mentions }) }, String(mentions)));
  }

  /**
   * Opens a channel here, unless the person asks the browser for another tab or window.
   * @param {MouseEvent} event
   * @param {string} channelId
   */
  go(event, channelId) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.onChannel(channelId);
  }

  /**
   * Whether a channel is unread, and the mentions in all of them.
   * @param {Channel[]} channels
   */
  unreadOf(channels) {
    const counts = channels.flatMap(({ id }) => this.store.unread.get(id) ?? []);
    return { unread: counts.length > 0, mentions: counts.reduce((sum, count) => sum + count, 0) };
  }
}

/**
 * Whether a person is shown as online.
 * @param {User} user
 * @param {Store} store
 */
export function stateOf(user, store) {
  return user.bot && !store.bot.online ? 'offline' : 'online';
}

/**
 * At most three first letters of a name's words.
 * @param {string} name
 */
function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return words.map((word) => [...word][0]).join('').slice(0, 3);
}
