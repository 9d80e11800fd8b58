// The left side: servers, a server's channels and threads, direct messages, and the window's person.

import { h, icon, refill } from './dom.js';
import { addressOf } from './address.js';
import { avatar, channelName, displayName } from './people.js';
import { menu } from './popup.js';
import { sameLanguage } from './store.js';
import { languageName, t } from './texts.js';
import { themeButton } from './theme.js';
import { viewButton } from './view.js';

export class Sidebar {
  constructor(store, { onChannel }) {
    Object.assign(this, { store, onChannel, guild: null });
    this.parts = Object.fromEntries(['guilds', 'channels', 'me', 'sidebar-head', 'drawer', 'scrim'].map((id) => [id, document.getElementById(id)]));
    this.parts.scrim.addEventListener('click', () => this.close());
    addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
    for (const name of ['hello', 'channels', 'bot']) store.on(name, () => this.render());
    store.on('active', (id) => this.follow(id));
  }

  /** Shows the guild of the open channel. */
  follow(channelId) {
    this.guild = this.store.guildOf(channelId)?.id ?? null;
    this.render();
    this.close();
  }

  open() {
    document.body.classList.add('drawer-open');
    this.parts.scrim.hidden = false;
    this.parts.channels.querySelector('[aria-current]')?.focus();
  }

  close() {
    document.body.classList.remove('drawer-open');
    this.parts.scrim.hidden = true;
  }

  render() {
    if (!this.store.me) return;
    const guild = this.store.guilds.find((one) => one.id === this.guild);
    this.parts.guilds.setAttribute('aria-label', t('servers'));
    this.parts.channels.setAttribute('aria-label', t('channels'));
    this.parts.drawer.setAttribute('aria-label', t('channels'));
    refill(this.parts.guilds, this.guildButtons());
    refill(this.parts['sidebar-head'], h('h1', {}, guild?.name ?? t('directMessages')));
    refill(this.parts.channels, h('ul', { class: 'channel-list' }, guild ? this.guildChannels(guild) : this.dmRows()));
    refill(this.parts.me, this.meRow());
  }

  guildButtons() {
    const dms = this.store.dms.map((dm) => dm.id);
    const home = this.guildButton({ id: null, name: t('directMessages') }, icon('mail', 24), dms);
    const rest = this.store.guilds.map((guild) => {
      const ids = [...this.store.channels.values()].filter((channel) => channel.guild_id === guild.id).map((channel) => channel.id);
      return this.guildButton(guild, initials(guild.name), ids);
    });
    return [home, h('hr', { class: 'guild-line' }), ...rest];
  }

  guildButton(guild, face, channelIds) {
    const { unread, mentions } = this.unreadOf(channelIds);
    const current = this.guild === guild.id;
    return h('button', {
      type: 'button', class: `guild${current ? ' current' : ''}${unread ? ' unread' : ''}`, title: guild.name,
      'aria-label': unread ? `${guild.name} (${t('unread')})` : guild.name, 'aria-pressed': String(current),
      dataset: { guildId: guild.id }, 'data-testid': 'guild', onclick: () => this.pick(guild.id),
    }, h('span', { class: 'guild-face' }, face), mentions > 0 && h('span', { class: 'count' }, String(mentions)));
  }

  pick(guildId) {
    this.guild = guildId;
    this.render();
    const guild = this.store.guilds.find((one) => one.id === guildId);
    const first = guild ? this.store.channelsOf(guild).find(({ channel }) => [0, 5].includes(channel.type))?.channel : this.store.dms[0];
    const drawer = document.body.classList.contains('drawer-open');
    if (first && !drawer) this.onChannel(first.id);
  }

  guildChannels(guild) {
    return this.store.channelsOf(guild).map(({ channel, threads }) => {
      if (channel.type === 4) return h('li', { class: 'category' }, channel.name);
      const live = threads.filter((thread) => !thread.thread_metadata?.archived || thread.id === this.store.active);
      return h('li', {}, this.row(channel, icon('hash', 20), channel.name),
        live.length > 0 && h('ul', { class: 'thread-list', 'aria-label': t('threads') }, live.map((thread) => h('li', {}, this.row(thread, icon('thread', 16), thread.name)))));
    });
  }

  dmRows() {
    if (!this.store.dms.length) return h('li', { class: 'category' }, t('noDms'));
    return this.store.dms.map((dm) => {
      if (dm.type === 3) return h('li', {}, this.row(dm, icon('people', 20), channelName(dm)));
      const other = this.store.person(dm.recipients?.find((user) => user.id !== this.store.me.id) ?? dm.recipients?.[0]);
      return h('li', {}, this.row(dm, avatar(other, 28, stateOf(other, this.store)), displayName(other)));
    });
  }

  row(channel, mark, name) {
    const { unread, mentions } = this.unreadOf([channel.id]);
    const current = channel.id === this.store.active;
    return h('a', {
      class: `channel${current ? ' current' : ''}${unread ? ' unread' : ''}`, href: addressOf(this.store.me.id, channel.id),
      'aria-current': current ? 'page' : undefined, dataset: { channelId: channel.id }, 'data-testid': 'channel',
      onclick: (event) => this.go(event, channel.id),
    }, mark, h('span', { class: 'channel-name' }, name),
    mentions > 0 ? h('span', { class: 'count', 'aria-label': t('mentions', { n: mentions }) }, String(mentions)) : null);
  }

  go(event, channelId) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.onChannel(channelId);
  }

  unreadOf(ids) {
    const found = ids.filter((id) => this.store.unread.has(id));
    return { unread: found.length > 0, mentions: found.reduce((sum, id) => sum + this.store.unread.get(id), 0) };
  }

  meRow() {
    return [personButton(this.store, 'me-button'), viewButton(), themeButton()];
  }
}

/** Whether a person is shown as online. */
export function stateOf(user, store) {
  return user?.bot && !store.bot?.online ? 'offline' : 'online';
}

function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return words.map((word) => [...word][0]).join('').slice(0, 3);
}

/** The button that shows the window's person and switches to another. */
export function personButton(store, className) {
  const { me } = store;
  return h('button', {
    type: 'button', class: className, 'aria-haspopup': 'menu', 'aria-expanded': 'false', title: t('switchPerson'),
    'data-testid': 'member-switcher', dataset: { userId: me.id }, onclick: (event) => openSwitcher(store, event.currentTarget),
  }, avatar(me, 32, 'online'), h('span', { class: 'me-text' }, h('span', { class: 'me-name' }, displayName(me)), h('span', { class: 'me-locale' }, languageName(me.locale))),
  h('span', { class: 'visually-hidden' }, t('switchPerson')), icon('chevron', 16));
}

function openSwitcher(store, anchor) {
  const people = [...store.users.values()].filter((user) => !user.bot);
  const head = h('p', { class: 'menu-head' }, t('switchHint'));
  const box = menu(anchor, [], { label: t('switchPerson'), head });
  box.element.classList.add('switcher');
  box.element.append(...people.map((user) => switcherRow(user, store)));
  box.element.querySelector('a')?.focus();
}

function switcherRow(user, store) {
  const there = store.guildOf(store.active);
  const stays = !there || sameLanguage(there.preferred_locale, user.locale) || sameLanguage(store.me.locale, user.locale);
  const href = addressOf(user.id, store.active);
  const isMe = user.id === store.me.id;
  const name = displayName(user);
  return h('div', { class: isMe ? 'switcher-row current' : 'switcher-row' },
    h('a', { class: 'switcher-person', role: 'menuitem', href: stays ? href : addressOf(user.id, store.home(user.locale)), 'aria-label': t('beInThisWindow', { name }), 'aria-current': isMe ? 'true' : undefined, 'data-testid': 'switch-person', dataset: { userId: user.id } },
      avatar(user, 32), h('span', { class: 'me-text' }, h('span', { class: 'me-name' }, name, isMe ? ` (${t('you')})` : ''), h('span', { class: 'me-locale' }, languageName(user.locale)))),
    h('a', { class: 'icon-button', href, target: '_blank', rel: 'noopener', title: t('newWindowAs', { name }), 'aria-label': t('newWindowAs', { name }), 'data-testid': 'open-as', dataset: { userId: user.id } }, icon('window', 18)));
}
