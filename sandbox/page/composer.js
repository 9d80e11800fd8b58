// The composer below the messages: messages, replies, and the start of a command. Start reading at `changed`.

import { composing, fill, h, icon, iconButton } from './dom.js';
import { post } from './api.js';
import { findLeaf, leaves, splitLine } from './commands.js';
import { filter } from './fuzzy.js';
import { channelName, displayName } from './people.js';
import { isDirect } from './store.js';
import { Picker } from './picker.js';
import { Suggestions } from './suggestions.js';
import { toast } from './toast.js';
import { t } from './texts.js';

const TYPING_EVERY = 8000;

export class Composer {
  /** `runCommand(leaf, options)` sends a command; `ask` requests autocomplete choices. */
  constructor(store, { runCommand, ask }) {
    Object.assign(this, { store, runCommand, drafts: new Map(), reply: null, typedAt: 0 });
    this.build();
    const hooks = { store, onSend: (leaf, options) => this.sent(leaf, options), onLeave: (text) => this.plain(text), ask };
    this.panel = new Suggestions(this.parts.panel);
    this.picker = new Picker(this.parts.picker, this.panel, hooks);
    store.on('hello', () => this.relabel());
    store.on('active', (id) => this.enter(id));
    store.on('commands', () => this.panel.open && !this.picker.leaf && this.changed());
    store.on('typing', () => this.drawTyping());
  }

  build() {
    const make = (name, props = {}) => h('div', { class: name, ...props });
    this.parts = { panel: make('suggestions', { hidden: true, 'data-testid': 'picker' }), reply: make('reply-bar', { hidden: true }), picker: make('picker', { hidden: true }), typing: make('typing', { role: 'status' }) };
    this.input = h('textarea', {
      class: 'composer-input', rows: 1, maxlength: 2000, role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', autocomplete: 'off', enterkeyhint: 'send', 'data-testid': 'composer-input',
      oninput: () => this.changed(), onkeydown: (event) => this.key(event), onblur: () => this.blurred(),
    });
    this.slash = iconButton('slash', '', () => this.offerCommands(), { class: 'icon-button', 'data-testid': 'open-picker' });
    this.button = iconButton('send', '', () => this.submit(), { class: 'icon-button send', 'data-testid': 'send' });
    this.box = h('div', { class: 'composer-box' }, this.slash, this.input, this.parts.picker, this.button);
    fill(document.getElementById('composer'), this.parts.panel, this.parts.reply, this.box, this.parts.typing);
  }

  relabel() {
    const channel = this.store.channel(this.store.active);
    const name = channel ? `${isDirect(channel) ? '@' : '#'}${channelName(channel)}` : '#';
    this.input.placeholder = t('write', { name });
    this.input.setAttribute('aria-label', t('write', { name }));
    for (const [button, key] of [[this.slash, 'commandsButton'], [this.button, 'send']]) {
      button.title = t(key);
      button.setAttribute('aria-label', t(key));
    }
  }

  enter(channelId) {
    if (this.channelId) this.drafts.set(this.channelId, this.input.value);
    this.channelId = channelId;
    if (this.picker.leaf) this.picker.close();
    this.setReply(null);
    this.plain(this.drafts.get(channelId) ?? '', false);
    this.relabel();
    if (matchMedia('(pointer: fine)').matches) this.input.focus();
  }

  /** Returns to an ordinary message with this text. */
  plain(text, focus = true) {
    this.box.classList.remove('commanding');
    this.input.value = text;
    if (focus) this.input.focus();
    this.changed();
  }

  get all() {
    return leaves(this.store, this.store.active);
  }

  changed() {
    this.grow();
    const text = this.input.value;
    this.box.classList.toggle('has-text', text.trim() !== '');
    const split = text.startsWith('/') && splitLine(this.all, text);
    if (split && !split.whole) this.command(split.leaf, split.rest);
    else if (text.startsWith('/') && !text.includes('\n')) this.suggestCommands(text.slice(1));
    else this.panel.hide();
    this.input.setAttribute('aria-expanded', String(this.panel.open));
    if (text && !text.startsWith('/')) this.tellTyping();
  }

  grow() {
    this.input.style.height = 'auto';
    this.input.style.height = `${Math.min(this.input.scrollHeight, 220)}px`;
  }

  suggestCommands(query) {
    this.panel.serve(this.input);
    const { all } = this;
    const found = filter(query, all, (leaf) => [leaf.label, leaf.name]);
    this.panel.show({
      title: t('commands'), empty: all.length ? t('noMatch') : t('noCommands'), onPick: (item) => this.command(item.leaf),
      items: found.map((leaf) => ({ leaf, label: `/${leaf.label}`, description: leaf.description, icon: 'slash', testid: 'picker-item', data: { command: leaf.name } })),
    });
  }

  /** Starts a command that was picked from the list, typed, or mentioned. */
  command(leaf, rest = '') {
    this.input.value = '';
    this.grow();
    this.box.classList.add('commanding', 'has-text');
    this.picker.open(leaf, rest);
  }

  /** Starts the command of a pressed </name:id> or "used /name". */
  insertCommand(path) {
    const leaf = findLeaf(this.all, path);
    if (leaf) this.command(leaf);
    else this.plain(`/${path}`);
  }

  offerCommands() {
    if (this.picker.leaf) this.picker.close();
    this.plain(this.input.value.startsWith('/') ? '' : '/');
  }

  insertText(text) {
    if (this.picker.leaf) return;
    this.input.value += `${this.input.value && !this.input.value.endsWith(' ') ? ' ' : ''}${text} `;
    this.input.focus();
    this.changed();
  }

  blurred() {
    if (!this.picker.leaf && matchMedia('(pointer: fine)').matches) setTimeout(() => document.activeElement !== this.input && !this.picker.leaf && this.panel.hide(), 150);
  }

  key(event) {
    if (composing(event)) return;
    const listed = this.panel.open && this.panel.items.length > 0;
    if (listed && ['ArrowDown', 'ArrowUp'].includes(event.key)) this.panel.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (listed && event.key === 'Tab' && !event.shiftKey) this.panel.pick();
    else if (event.key === 'Escape' && (this.panel.open || this.reply)) this.panel.open ? this.panel.hide() : this.setReply(null);
    else if (event.key === 'Enter' && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
  }

  /** Handles Enter and the send button. */
  submit() {
    if (this.picker.leaf) return this.picker.send();
    const text = this.input.value.trim();
    if (!text) return undefined;
    if (text.startsWith('/')) return this.submitSlash(text);
    return this.sendMessage(text);
  }

  submitSlash(text) {
    const split = splitLine(this.all, text);
    if (split) return this.command(split.leaf, split.rest);
    if (this.panel.open && this.panel.pick()) return undefined;
    return this.panel.complain(t('noSuchCommand', { name: text }));
  }

  async sendMessage(text) {
    const id = this.reply?.id;
    this.plain('');
    this.setReply(null);
    this.typedAt = 0;
    const body = { user: this.store.me.id, channel_id: this.store.active, content: this.mentions(text) };
    try {
      await post('message', id ? { ...body, reply_to: id } : body);
    } catch (error) {
      toast(error instanceof TypeError ? t('loadFailed') : error.message);
      if (!this.input.value) this.plain(text);
    }
  }

  // "@Alice" becomes a mention of Alice.
  mentions(text) {
    const people = [...this.store.users.values()].sort((a, b) => displayName(b).length - displayName(a).length);
    const named = people.flatMap((user) => [[`@${displayName(user)}`, user.id], [`@${user.username}`, user.id]]);
    return named.reduce((whole, [name, id]) => whole.replaceAll(name, `<@${id}>`), text);
  }

  sent(leaf, options) {
    this.plain('');
    this.runCommand(leaf, options);
  }

  setReply(message) {
    this.reply = message;
    this.drawReply();
    if (message) this.input.focus();
  }

  drawReply() {
    const { reply } = this.parts;
    reply.hidden = !this.reply;
    if (!this.reply) return fill(reply);
    const name = displayName(this.store.person(this.reply.author));
    return fill(reply, icon('reply', 16), h('span', { class: 'reply-text', 'data-testid': 'replying' }, t('replyingTo', { name })),
      iconButton('close', t('cancelReply'), () => this.setReply(null), { class: 'icon-button small' }));
  }

  tellTyping() {
    if (Date.now() - this.typedAt < TYPING_EVERY) return;
    this.typedAt = Date.now();
    post('typing', { user: this.store.me.id, channel_id: this.store.active }).catch(() => {});
  }

  drawTyping() {
    const map = this.store.typing.get(this.store.active) ?? new Map();
    const live = [...map].filter(([, until]) => until > Date.now()).map(([id]) => displayName(this.store.user(id)));
    clearTimeout(this.typingTimer);
    if (live.length) this.typingTimer = setTimeout(() => this.drawTyping(), 2000);
    fill(this.parts.typing, live.length ? t(live.length > 1 ? 'typingMany' : 'typing', { names: live.join(', ') }) : null);
  }
}
