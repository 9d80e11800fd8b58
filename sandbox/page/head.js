// The bar above the messages: channel name, bot status, bot log, member list toggle.

import { byId, h, icon, iconButton, refill } from './dom.js';
import { avatar, channelName, displayName } from './people.js';
import { isDirect, isThread } from './store.js';
import { personButton } from './switcher.js';
import { t } from './texts.js';

/** @import { Store } from './store.js' */

const NEAR_END = 30; // pixels

export class Head {
  /**
   * @param {Store} store
   * @param {{ onMenu: () => void, onMembers: () => void, onChannel: (id: string) => void }} actions
   */
  constructor(store, { onMenu, onMembers, onChannel }) {
    this.store = store;
    this.onMenu = onMenu;
    this.onMembers = onMembers;
    this.onChannel = onChannel;
    this.root = byId('chat-head');
    this.log = byId('bot-log');
    for (const name of /** @type {const} */ (['hello', 'active', 'bot', 'channels'])) {
      store.on(name, () => this.render());
    }
    store.on('log', () => this.drawLog());
    this.log.addEventListener('keydown', (event) => event.key === 'Escape' && this.showLog(false));
  }

  render() {
    if (!this.store.ready) return;
    refill(this.root,
      iconButton('menu', t('openChannels'), this.onMenu, {
        class: 'icon-button only-narrow menu-button', 'data-testid': 'open-channels',
      }),
      this.title(), h('span', { class: 'spring' }), this.chip(),
      iconButton('people', t('toggleMembers'), this.onMembers, {
        class: 'icon-button members-button', 'data-testid': 'toggle-members',
      }),
      personButton(this.store, 'me-button head-me only-narrow'));
    this.drawLog();
    document.title = this.windowTitle();
  }

  /** The channel's name, after that of its parent if it is a thread. */
  title() {
    const channel = this.store.channel(this.store.active);
    if (!channel) return null;
    const thread = isThread(channel);
    const parent = thread && this.store.channel(channel.parent_id);
    const back = parent && [
      h('button', { type: 'button', class: 'crumb', onclick: () => this.onChannel(parent.id) },
        icon('hash', 16), parent.name),
      h('span', { class: 'crumb-sep' }, '›'),
    ];
    const mark = thread ? 'thread' : 'hash';
    return h('h2', { class: 'title', 'data-testid': 'channel-title' }, back,
      icon(isDirect(channel) ? 'at' : mark, 20), h('span', { class: 'title-name' }, channelName(channel)));
  }

  windowTitle() {
    const channel = this.store.channel(this.store.active);
    const mentions = [...this.store.unread.values()].reduce((sum, n) => sum + n, 0);
    const name = channel ? `${isDirect(channel) ? '@' : '#'}${channelName(channel)}` : 'Daeguk';
    return `${mentions ? `(${mentions}) ` : ''}${name} · ${displayName(this.store.me)}`;
  }

  /** The bot's status, which opens its log. */
  chip() {
    const { bot } = this.store;
    const name = bot.user ? displayName(bot.user) : 'Bot';
    const state = bot.online ? 'online' : 'offline';
    const words = bot.online ? bot.activity || t('online') : t('botOffline', { name });
    return h('button', {
      type: 'button', class: `bot-chip ${state}`, title: `${t('showLog')} — ${name}: ${words}`,
      'data-testid': 'bot-status', dataset: { online: String(bot.online) },
      'aria-expanded': String(!this.log.hidden), 'aria-controls': 'bot-log',
      onclick: () => this.showLog(this.log.hidden),
    }, bot.user && avatar(bot.user, 20, state), h('span', { class: 'bot-words' }, words), icon('chevron', 14));
  }

  /** @param {boolean} open */
  showLog(open) {
    this.log.hidden = !open;
    this.render();
    /** @type {HTMLElement | null} */
    const control = open ? this.log.querySelector('button') : this.root.querySelector('.bot-chip');
    control?.focus();
  }

  /** Draws the log, if it is open: at its end while the reader is there, otherwise where the reader is. */
  drawLog() {
    if (this.log.hidden) return;
    const old = this.log.querySelector('.log-lines');
    const followed = !old || old.scrollHeight - old.scrollTop - old.clientHeight < NEAR_END;
    const top = old?.scrollTop ?? 0;
    const lines = this.store.bot.log;
    this.log.setAttribute('aria-label', t('log'));
    const close = iconButton('close', t('close'), () => this.showLog(false));
    refill(this.log,
      h('header', {}, icon('log', 16), h('h3', {}, t('log')), h('span', { class: 'spring' }), close),
      h('pre', { class: 'log-lines', tabindex: '0', 'data-testid': 'bot-log' },
        lines.length ? lines.join('\n') : t('logEmpty')));
    const shown = this.log.querySelector('.log-lines');
    if (shown) shown.scrollTop = followed ? shown.scrollHeight : top;
  }
}
