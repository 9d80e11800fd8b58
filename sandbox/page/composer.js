// The composer below the messages: messages, replies, and the start of a command. Start reading at `changed`.

import { byId, composing, fill, h, icon, iconButton } from './dom.js';
import { post, sentenceOf } from './api.js';
import { findLeaf, leaves, splitLine } from './commands.js';
import { filter } from './fuzzy.js';
import { channelName, displayName } from './people.js';
import { isDirect } from './store.js';
import { Picker } from './picker.js';
import { Suggestions } from './suggestions.js';
import { toast } from './toast.js';
import { t } from './texts.js';

/**
 * @import { Leaf } from './commands.js'
 * @import { Hooks } from './picker.js'
 * @import { Store } from './store.js'
 * @import { Message } from './discord.d.ts'
 */

const DM = 1; // a type of channels
const TYPING_EVERY = 8000; // milliseconds
const HIGHEST = 220; // pixels
const LEAVING = 150; // milliseconds: a press on the list takes the focus for a moment

export class Composer {
  /** @type {Map<string, string>} by channel: the text that was not sent */
  drafts = new Map();
  /** @type {Message | null} the message that is replied to */
  reply = null;
  /** @type {string | null} the channel that it writes to */
  channelId = null;
  /** When the server last heard that the person types. */
  typedAt = 0;
  typingTimer = 0;

  /**
   * @param {Store} store
   * @param {{ runCommand: Hooks['onSend'], ask: Hooks['ask'] }} actions
   */
  constructor(store, { runCommand, ask }) {
    this.store = store;
    this.runCommand = runCommand;
    const hidden = { hidden: true };
    this.replyBar = h('div', { class: 'reply-bar', ...hidden });
    this.typing = h('div', { class: 'typing', role: 'status' });
    const suggestions = h('div', { class: 'suggestions', 'data-testid': 'picker', ...hidden });
    const command = h('div', { class: 'picker', ...hidden });
    this.panel = new Suggestions(suggestions);
    this.picker = new Picker(command, this.panel, store, {
      onSend: (leaf, options) => this.sent(leaf, options), onLeave: (text) => this.plain(text), ask,
    });
    this.input = this.messageInput();
    this.slash = iconButton('slash', '', () => this.offerCommands(), { 'data-testid': 'open-picker' });
    this.button = iconButton('send', '', () => this.submit(), { class: 'icon-button send', 'data-testid': 'send' });
    this.box = h('div', { class: 'composer-box' }, this.slash, this.input, command, this.button);
    fill(byId('composer'), suggestions, this.replyBar, this.box, this.typing);
    this.listen();
  }

  messageInput() {
    return h('textarea', {
      class: 'composer-input', rows: 1, maxlength: 2000, autocomplete: 'off', enterkeyhint: 'send',
      role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', 'data-testid': 'composer-input',
      oninput: () => this.changed(), onkeydown: (event) => this.key(event), onblur: () => this.blurred(),
    });
  }

  listen() {
    this.store.on('hello', () => this.relabel());
    this.store.on('active', (channelId) => this.enter(channelId));
    this.store.on('commands', () => this.panel.open && !this.picker.leaf && this.changed());
    this.store.on('typing', () => this.drawTyping());
  }

  relabel() {
    const channel = this.store.channel(this.store.active);
    const name = channel ? `${isDirect(channel) ? '@' : '#'}${channelName(channel)}` : '#';
    const words = t(channel?.type === DM ? 'writeTo' : 'write', { name });
    this.input.placeholder = words;
    this.input.setAttribute('aria-label', words);
    for (const [button, key] of /** @type {const} */ ([[this.slash, 'commandsButton'], [this.button, 'send']])) {
      button.title = t(key);
      button.setAttribute('aria-label', t(key));
    }
  }

  /**
   * Follows to another channel, which has a draft of its own.
   * @param {string} channelId
   */
  enter(channelId) {
    if (this.channelId) this.drafts.set(this.channelId, this.input.value);
    this.channelId = channelId;
    if (this.picker.leaf) this.picker.close();
    this.setReply(null);
    this.plain(this.drafts.get(channelId) ?? '', false);
    this.relabel();
    if (matchMedia('(pointer: fine)').matches) this.input.focus();
  }

  /**
   * Returns to an ordinary message with this text.
   * @param {string} text
   */
  plain(text, focus = true) {
    this.box.classList.remove('commanding');
    this.input.value = text;
    if (focus) this.input.focus();
    this.changed();
  }

  /** The commands of the open channel. */
  get commands() {
    return leaves(this.store, this.store.active);
  }

  changed() {
    this.grow();
    const text = this.input.value;
    this.box.classList.toggle('has-text', text.trim() !== '');
    const split = text.startsWith('/') ? splitLine(this.commands, text) : null;
    if (split && !split.whole) this.command(split.leaf, split.rest);
    else if (text.startsWith('/') && !text.includes('\n')) this.suggestCommands(text.slice(1));
    else this.panel.hide();
    this.input.setAttribute('aria-expanded', String(this.panel.open));
    if (text && !text.startsWith('/')) this.tellTyping();
  }

  grow() {
    this.input.style.height = 'auto';
    this.input.style.height = `${Math.min(this.input.scrollHeight, HIGHEST)}px`;
  }

  /** @param {string} query */
  suggestCommands(query) {
    this.panel.serve(this.input);
    const { commands } = this;
    const matching = filter(query, commands, (leaf) => [leaf.label, leaf.name]);
    this.panel.show({
      title: t('commands'), empty: t(commands.length ? 'noMatch' : 'noCommands'),
      items: matching.map((leaf) => ({
        label: `/${leaf.label}`, description: leaf.description, icon: 'slash', testid: 'picker-item',
        data: { command: leaf.name }, pick: () => this.command(leaf),
      })),
    });
  }

  /**
   * Starts a command that was picked from the list, typed, or mentioned.
   * @param {Leaf} leaf
   */
  command(leaf, rest = '') {
    this.input.value = '';
    this.grow();
    this.box.classList.add('commanding', 'has-text');
    this.picker.open(leaf, rest);
  }

  /**
   * Starts the command of a pressed </name:id> or "used /name".
   * @param {string} path
   */
  insertCommand(path) {
    const leaf = findLeaf(this.commands, path);
    if (leaf) this.command(leaf);
    else this.plain(`/${path}`);
  }

  offerCommands() {
    if (this.picker.leaf) this.picker.close();
    this.plain(this.input.value.startsWith('/') ? '' : '/');
  }

  /** @param {string} text */
  insertText(text) {
    if (this.picker.leaf) return;
    this.input.value += `${this.input.value && !this.input.value.endsWith(' ') ? ' ' : ''}${text} `;
    this.input.focus();
    this.changed();
  }

  blurred() {
    if (this.picker.leaf || !matchMedia('(pointer: fine)').matches) return;
    setTimeout(() => document.activeElement !== this.input && !this.picker.leaf && this.panel.hide(), LEAVING);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (composing(event)) return;
    const listed = this.panel.open && this.panel.items.length > 0;
    if (listed && event.key === 'ArrowDown') this.panel.move(1);
    else if (listed && event.key === 'ArrowUp') this.panel.move(-1);
    else if (listed && event.key === 'Tab' && !event.shiftKey) this.panel.pick();
    else if (event.key === 'Escape' && this.panel.open) this.panel.hide();
    else if (event.key === 'Escape' && this.reply) this.setReply(null);
    else if (event.key === 'Enter' && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
  }

  /** Handles Enter and the send button. */
  submit() {
    const text = this.input.value.trim();
    if (this.picker.leaf) this.picker.send();
    else if (text.startsWith('/')) this.submitSlash(text);
    else if (text) void this.sendMessage(text);
  }

  /** @param {string} text */
  submitSlash(text) {
    const split = splitLine(this.commands, text);
    if (split) this.command(split.leaf, split.rest);
    else if (!this.panel.open || !this.panel.pick()) this.panel.complain(t('noSuchCommand', { name: text }));
  }

  /**
   * Sends a message; if it is refused, says so and gives the text back.
   * @param {string} text
   */
  async sendMessage(text) {
    const id = this.reply?.id;
    this.plain('');
    this.setReply(null);
    this.typedAt = 0;
    const body = { user: this.store.me.id, channel_id: this.store.active, content: this.mentions(text) };
    try {
      await post('message', id ? { ...body, reply_to: id } : body);
    } catch (error) {
      toast(sentenceOf(error));
      if (!this.input.value) this.plain(text);
    }
  }

  /**
   * "@Alice" becomes a mention of Alice; of two names the longer comes first, because it can contain the other.
   * @param {string} text
   */
  mentions(text) {
    const people = [...this.store.users.values()].sort((a, b) => displayName(b).length - displayName(a).length);
    let content = text;
    for (const user of people) {
      for (const name of [displayName(user), user.username]) content = content.replaceAll(`@${name}`, `<@${user.id}>`);
    }
    return content;
  }

  /** @type {Hooks['onSend']} */
  sent(leaf, options) {
    this.plain('');
    this.runCommand(leaf, options);
  }

  /** @param {Message | null} message */
  setReply(message) {
    this.reply = message;
    this.drawReply();
    if (message) this.input.focus();
  }

  drawReply() {
    this.replyBar.hidden = !this.reply;
    if (!this.reply) {
      fill(this.replyBar);
      return;
    }
    const name = displayName(this.store.person(this.reply.author));
    fill(this.replyBar, icon('reply', 16),
      h('span', { class: 'reply-text', 'data-testid': 'replying' }, t('replyingTo', { name })),
      iconButton('close', t('cancelReply'), () => this.setReply(null), { class: 'icon-button small' }));
  }

  tellTyping() {
    if (Date.now() - this.typedAt < TYPING_EVERY) return;
    this.typedAt = Date.now();
    const body = { user: this.store.me.id, channel_id: this.store.active };
    post('typing', body).catch(() => { /* nobody waits for it */ });
  }

  drawTyping() {
    const known = this.store.typing.get(this.store.active ?? '') ?? [];
    const typists = [...known].filter(([, until]) => until > Date.now());
    const names = typists.map(([id]) => displayName(this.store.user(id))).join(', ');
    clearTimeout(this.typingTimer);
    if (typists.length) this.typingTimer = setTimeout(() => this.drawTyping(), 2000);
    fill(this.typing, typists.length > 0 && t(typists.length > 1 ? 'typingMany' : 'typing', { names }));
  }
}
