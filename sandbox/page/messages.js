// The message list of the open channel. It follows the store, and stays at its end while the reader is there.

import { byId, fill, focus, h, icon, selectorOf } from './dom.js';
import { carryPictures, keepPictures } from './media.js';
import { messageItem, threadLink } from './message.js';
import { channelName } from './people.js';
import { dayName, sameDay } from './times.js';
import { isDirect, isEphemeral, isThread } from './store.js';
import { t } from './texts.js';

/**
 * @import { Store } from './store.js'
 * @import { Channel, Message } from './discord.d.ts'
 * @import { Context } from './types.d.ts'
 */

const GROUP = 3; // the type of a group's channel
const REPLY = 19; // types of messages; people's have none, or 0
const CHAT_INPUT_COMMAND = 20;
const GROUP_WITHIN = 7 * 60 * 1000; // milliseconds
const NEAR_END = 80; // pixels
const MANUAL_SCROLL = 600; // milliseconds after an input during which a scroll counts as the reader's

export class Messages {
  /** @type {Map<string, HTMLElement>} by message */
  items = new Map();
  /** @type {WeakMap<Element, Message>} by item: the version that it shows */
  shownVersions = new WeakMap();
  /** @type {Map<string, Message[]>} by channel: the lines that exist in this window only */
  locals = new Map();
  /** @type {string | null} the channel that is shown */
  channelId = null;
  /** Whether the list follows its end. */
  stuck = true;
  lastTop = 0;
  endHeight = 0;
  manualAt = -MANUAL_SCROLL;
  /** Whether the scroll bar is pressed. */
  held = false;

  /**
   * @param {Store} store
   * @param {Context} context
   */
  constructor(store, context) {
    this.store = store;
    this.context = context;
    this.list = byId('messages');
    this.scroller = byId('scroller');
    this.jump = byId('jump');
    this.jump.addEventListener('click', () => this.toEnd());
    this.scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    this.watchManualScroll();
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.scroller);
    this.listen();
  }

  listen() {
    /** @param {Message} message */
    const here = (message) => message.channel_id === this.store.active;
    this.store.on('hello', () => this.render());
    this.store.on('active', () => this.render());
    this.store.on('message', (message) => here(message) && this.add(message));
    this.store.on('update', (message) => here(message) && this.replace(message));
    this.store.on('delete', ({ id }) => this.remove(id));
    this.store.on('commands', () => this.render());
    this.store.on('note', (id) => {
      const message = this.store.message(this.store.active, id);
      if (message) this.replace(message);
    });
  }

  /** Redraws everything, for another channel or a new HELLO. */
  render() {
    const channel = this.store.channel(this.store.active);
    fill(this.jump, t('newMessages'), icon('down', 16));
    if (!channel) {
      fill(this.list);
      return;
    }
    const top = this.channelId === channel.id && !this.stuck ? this.scroller.scrollTop : null;
    this.channelId = channel.id;
    const all = [...this.store.messagesOf(channel.id), ...(this.locals.get(channel.id) ?? [])];
    this.items = new Map(all.map((message) => [message.id, this.make(message)]));
    fill(this.list, this.welcome(channel), ...this.items.values());
    this.regroup();
    if (top === null) this.toEnd();
    else this.scroller.scrollTop = top;
  }

  /** @param {Message} message */
  make(message) {
    const item = messageItem(message, this.context);
    const thread = threadLink(message, this.context);
    if (thread) item.querySelector('.body')?.append(thread);
    this.shownVersions.set(item, message);
    return item;
  }

  /**
   * What is above the first message.
   * @param {Channel} channel
   */
  welcome(channel) {
    const name = channelName(channel);
    const title = isDirect(channel) || isThread(channel) ? name : t('welcome', { name });
    const mark = isThread(channel) ? 'thread' : 'hash';
    return h('li', { class: 'welcome' },
      h('span', { class: 'welcome-mark' }, icon(isDirect(channel) ? 'at' : mark, 36)),
      h('h2', {}, title), h('p', {}, t(welcomeKey(channel), { name })));
  }

  /** @param {Message} message */
  add(message) {
    const item = this.make(message);
    this.items.set(message.id, item);
    const pending = [...this.list.children].find((other) => this.shownVersions.get(other)?.local);
    this.list.insertBefore(item, message.local ? null : pending ?? null);
    this.regroup();
    if (this.stuck || message.author?.id === this.store.me.id) this.toEnd();
    else this.jump.hidden = false;
  }

  /** @param {Message} message */
  replace(message) {
    const old = this.items.get(message.id);
    if (!old) {
      this.add(message);
      return;
    }
    const item = this.make(message);
    const isSameVersion = this.shownVersions.get(old) === message;
    (isSameVersion ? keepPictures : carryPictures)(old, item);
    const refocus = focusWithin(old);
    old.replaceWith(item);
    this.items.set(message.id, item);
    this.regroup();
    refocus?.(item);
    if (this.stuck) this.toEnd();
  }

  /** @param {string} id */
  remove(id) {
    this.items.get(id)?.remove();
    this.items.delete(id);
    this.regroup();
  }

  /**
   * Shows or removes a line that exists in this window only: a command being sent, or one without an answer.
   * @param {string} channelId
   * @param {Message} line
   */
  setLocal(channelId, line) {
    const lines = (this.locals.get(channelId) ?? []).filter((other) => other.id !== line.id);
    if (line.local) lines.push(line);
    this.locals.set(channelId, lines);
    if (channelId !== this.store.active) return;
    if (line.local) this.replace(line);
    else this.remove(line.id);
  }

  /** Groups consecutive messages of one author, and marks the first message of each day. */
  regroup() {
    /** @type {Message | null} */
    let before = null;
    for (const item of this.list.children) {
      const message = this.shownVersions.get(item);
      if (!message || !(item instanceof HTMLElement)) continue; // the welcome
      const newDay = before !== null && !sameDay(before.timestamp, message.timestamp);
      item.toggleAttribute('data-day', newDay);
      if (newDay) item.dataset.day = dayName(message.timestamp);
      item.classList.toggle('grouped', before !== null && !newDay && follows(before, message));
      before = message;
    }
  }

  /** Notes when the reader scrolls: by wheel, touch, keys, or the scroll bar, a press on the scroller itself. */
  watchManualScroll() {
    const note = () => { this.manualAt = performance.now(); };
    for (const name of ['wheel', 'touchmove', 'keydown']) this.scroller.addEventListener(name, note, { passive: true });
    this.scroller.addEventListener('pointerdown', (event) => { this.held = event.target === this.scroller; });
    addEventListener('pointerup', () => { this.held = false; });
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_END;
    // A board that shrinks and grows also changes scrollTop: only the reader's own scroll up leaves the end.
    const isManual = this.held || performance.now() - this.manualAt < MANUAL_SCROLL;
    if (near || (isManual && scrollTop < this.lastTop - 1)) this.stuck = near;
    if (near) this.jump.hidden = true;
    this.lastTop = scrollTop;
    // A ResizeObserver misses a list that shrinks and grows again within one frame; its scroll event does not.
    if (this.stuck && !near && scrollHeight > this.endHeight) this.toEnd();
  }

  toEnd() {
    this.stuck = true;
    this.jump.hidden = true;
    this.endHeight = this.scroller.scrollHeight;
    this.scroller.scrollTop = this.endHeight;
  }

  /**
   * Scrolls to a message and highlights it for a moment.
   * @param {string} id
   */
  show(id) {
    const item = this.items.get(id);
    if (!item) return;
    this.stuck = false;
    item.scrollIntoView({ block: 'center' });
    item.classList.remove('flash');
    requestAnimationFrame(() => item.classList.add('flash'));
  }
}

/** @param {Channel} channel */
function welcomeKey(channel) {
  if (isDirect(channel)) return channel.type === GROUP ? 'welcomeGroup' : 'welcomeDm';
  return isThread(channel) ? 'welcomeThread' : 'welcomeDetail';
}

/**
 * Whether a message continues the group of the one before it, without a name of its own.
 * @param {Message} before
 * @param {Message} message
 */
function follows(before, message) {
  if (before.author?.id !== message.author?.id) return false;
  if (message.interaction_metadata?.name || message.message_reference) return false;
  if (![0, CHAT_INPUT_COMMAND].includes(message.type ?? 0)) return false;
  if (![0, REPLY, CHAT_INPUT_COMMAND].includes(before.type ?? 0)) return false;
  if (isEphemeral(before) !== isEphemeral(message)) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_WITHIN;
}

/**
 * Keeps the focus: on the same control if it still exists, otherwise on the message. Null if the focus is elsewhere.
 * @param {Element} old
 */
function focusWithin(old) {
  const { activeElement } = document;
  if (!activeElement || !old.contains(activeElement)) return null;
  const selector = selectorOf(activeElement);
  return (/** @type {HTMLElement} */ item) => {
    const same = selector && item.querySelector(selector);
    focus(same && !same.matches(':disabled') ? same : item);
  };
}
