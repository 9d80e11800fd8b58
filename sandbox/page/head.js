// The bar above the messages: channel name, bot status, bot log, member list toggle.

import { h, icon, iconButton, refill } from './dom.js';
import { avatar, channelName, displayName } from './people.js';
import { isDirect, isThread } from './store.js';
import { personButton } from './sidebar.js';
import { t } from './texts.js';

export class Head {
  constructor(store, { onMenu, onMembers, onChannel }) {
    Object.assign(this, { store, onMenu, onMembers, onChannel });
    this.root = document.getElementById('chat-head');
    this.log = document.getElementById('bot-log');
    for (const name of ['hello', 'active', 'bot', 'channels']) store.on(name, () => this.render());
    store.on('log', () => this.drawLog());
    this.log.addEventListener('keydown', (event) => event.key === 'Escape' && this.showLog(false));
  }

  render() {
    if (!this.store.me) return;
    refill(this.root,
      iconButton('menu', t('openChannels'), this.onMenu, { class: 'icon-button only-narrow menu-button', 'data-testid': 'open-channels' }),
      this.title(), h('span', { class: 'spring' }), this.chip(),
      iconButton('people', t('toggleMembers'), this.onMembers, { class: 'icon-button members-button', 'data-testid': 'toggle-members' }),
      personButton(this.store, 'me-button head-me only-narrow'));
    this.drawLog();
    document.title = this.windowTitle();
  }

  title() {
    const channel = this.store.channel(this.store.active);
    if (!channel) return null;
    const thread = isThread(channel);
    const parent = thread && this.store.channel(channel.parent_id);
    const back = parent && h('button', { type: 'button', class: 'crumb', onclick: () => this.onChannel(parent.id) }, icon('hash', 16), parent.name);
    return h('h2', { class: 'title', 'data-testid': 'channel-title' }, back, back && h('span', { class: 'crumb-sep' }, '›'),
      icon(isDirect(channel) ? 'at' : thread ? 'thread' : 'hash', 20), h('span', { class: 'title-name' }, channelName(channel)));
  }

  windowTitle() {
    const channel = this.store.channel(this.store.active);
    const mentions = [...this.store.unread.values()].reduce((sum, n) => sum + n, 0);
    const name = channel ? `${isDirect(channel) ? '@' : '#'}${channelName(channel)}` : 'Daeguk';
    return `${mentions ? `(${mentions}) ` : ''}${name} · ${displayName(this.store.me)}`;
  }

  chip() {
    const { bot } = this.store;
    const name = bot.user ? displayName(bot.user) : 'Bot';
    const words = bot.online ? bot.activity || t('online') : t('botOffline', { name });
    return h('button', {
      type: 'button', class: `bot-chip ${bot.online ? 'online' : 'offline'}`, title: `${t('showLog')} — ${name}: ${words}`, 'data-testid': 'bot-status',
      dataset: { online: String(Boolean(bot.online)) }, 'aria-expanded': String(!this.log.hidden), 'aria-controls': 'bot-log', onclick: () => this.showLog(this.log.hidden),
    }, bot.user ? avatar(bot.user, 20, bot.online ? 'online' : 'offline') : null, h('span', { class: 'bot-words' }, words), icon('chevron', 14));
  }

  showLog(open) {
    this.log.hidden = !open;
    this.render();
    if (open) this.log.querySelector('button').focus();
    else this.root.querySelector('.bot-chip').focus();
  }

  drawLog() {
    if (this.log.hidden) return;
    const old = this.log.querySelector('.log-lines');
    const followed = !old || old.scrollHeight - old.scrollTop - old.clientHeight < 30;
    const top = old?.scrollTop;
    const lines = this.store.bot.log ?? [];
    const text = h('pre', { class: 'log-lines', tabindex: '0', 'data-testid': 'bot-log' }, lines.length ? lines.join('\n') : t('logEmpty'));
    this.log.setAttribute('aria-label', t('log'));
    refill(this.log, h('header', {}, icon('log', 16), h('h3', {}, t('log')), h('span', { class: 'spring' }), iconButton('close', t('close'), () => this.showLog(false))), text);
    text.scrollTop = followed ? text.scrollHeight : top;
  }
}
