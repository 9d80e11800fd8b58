// The message list of the open channel. It follows the store, and stays at its end while the reader is there.

import { fill, h, icon, selectorOf } from './dom.js';
import { carryPictures, keepPictures } from './media.js';
import { messageItem, threadLink } from './message.js';
import { channelName } from './people.js';
import { dayName, sameDay } from './times.js';
import { isDirect, isThread } from './store.js';
import { t } from './texts.js';

const GROUP = 3; // the type of a group's channel
const GROUP_WITHIN = 7 * 60 * 1000;
const NEAR_END = 80;
const MANUAL_SCROLL = 600; // milliseconds after an input during which a scroll counts as the reader's

export class Messages {
  constructor(store, context) {
    Object.assign(this, { store, context, items: new Map(), locals: new Map(), stuck: true, lastTop: 0, endHeight: 0, manualAt: -MANUAL_SCROLL, held: false });
    this.list = document.getElementById('messages');
    this.scroller = document.getElementById('scroller');
    this.jump = document.getElementById('jump');
    this.jump.addEventListener('click', () => this.toEnd());
    this.scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    this.watchManualScroll();
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.scroller);
    this.listen();
  }

  listen() {
    const here = (message, act) => message.channel_id === this.store.active && act.call(this, message);
    this.store.on('hello', () => this.render());
    this.store.on('active', () => this.render());
    this.store.on('message', (message) => here(message, this.add));
    this.store.on('update', (message) => here(message, this.replace));
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
    if (!channel) return fill(this.list);
    const place = this.shown === channel.id && !this.stuck && this.scroller.scrollTop;
    this.shown = channel.id;
    const all = [...this.store.messagesOf(channel.id), ...(this.locals.get(channel.id) ?? [])];
    this.items = new Map(all.map((message) => [message.id, this.make(message)]));
    fill(this.list, this.welcome(channel), ...this.items.values());
    this.regroup();
    if (place === false) return this.toEnd();
    this.scroller.scrollTop = place;
    return undefined;
  }

  make(message) {
    const item = messageItem(message, this.context);
    item.querySelector('.body')?.append(...[threadLink(message, this.context)].filter(Boolean));
    item.message = message;
    return item;
  }

  welcome(channel) {
    const dm = isDirect(channel);
    const name = channelName(channel);
    const detail = t(welcomeKey(channel), { name });
    return h('li', { class: 'welcome' }, h('span', { class: 'welcome-mark' }, icon(dm ? 'at' : isThread(channel) ? 'thread' : 'hash', 36)),
      h('h2', {}, dm || isThread(channel) ? name : t('welcome', { name })), h('p', {}, detail));
  }

  add(message) {
    const item = this.make(message);
    this.items.set(message.id, item);
    const pending = [...this.list.children].find((node) => node.message?.local);
    this.list.insertBefore(item, message.local ? null : pending ?? null);
    this.regroup();
    if (this.stuck || message.author?.id === this.store.me.id) this.toEnd();
    else this.jump.hidden = false;
  }

  replace(message) {
    const old = this.items.get(message.id);
    if (!old) return this.add(message);
    const item = this.make(message);
    (old.message === message ? keepPictures : carryPictures)(old, item);
    const focus = focusWithin(old);
    old.replaceWith(item);
    this.items.set(message.id, item);
    this.regroup();
    focus?.(item);
    return this.stuck && this.toEnd();
  }

  remove(id) {
    this.items.get(id)?.remove();
    this.items.delete(id);
    this.regroup();
  }

  /** Shows or removes a line that exists in this window only: a command being sent, or one without an answer. */
  setLocal(channelId, local) {
    const list = (this.locals.get(channelId) ?? []).filter((other) => other.id !== local.id);
    if (local.local) list.push(local);
    this.locals.set(channelId, list);
    if (channelId !== this.store.active) return;
    if (local.local) this.replace(local);
    else this.remove(local.id);
  }

  /** Groups consecutive messages of one author, and marks the first message of each day. */
  regroup() {
    let before = null;
    for (const item of this.list.children) {
      const message = item.message;
      if (!message) continue;
      const newDay = before && !sameDay(before.timestamp, message.timestamp);
      item.toggleAttribute('data-day', Boolean(newDay));
      if (newDay) item.dataset.day = dayName(message.timestamp);
      item.classList.toggle('grouped', !newDay && follows(before, message));
      before = message;
    }
  }

  // Wheel, touch, keys, and the scroll bar, which is pressed on the scroller itself.
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

  /** Scrolls to a message and highlights it for a moment. */
  show(id) {
    const item = this.items.get(id);
    if (!item) return;
    this.stuck = false;
    item.scrollIntoView({ block: 'center' });
    item.classList.remove('flash');
    requestAnimationFrame(() => item.classList.add('flash'));
  }
}

function welcomeKey(channel) {
  if (isDirect(channel)) return channel.type === GROUP ? 'welcomeGroup' : 'welcomeDm';
  return isThread(channel) ? 'welcomeThread' : 'welcomeDetail';
}

function follows(before, message) {
  if (!before || before.author?.id !== message.author?.id) return false;
  if (![0, undefined, 20].includes(message.type) || message.interaction_metadata?.name || message.message_reference) return false;
  if ((before.flags ^ message.flags) & 64 || ![0, undefined, 19, 20].includes(before.type)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP_WITHIN;
}

// Keeps the focus: on the same control if it still exists, otherwise on the message.
function focusWithin(old) {
  const focused = document.activeElement;
  if (!old.contains(focused)) return null;
  const selector = selectorOf(focused);
  return (item) => {
    const same = selector && item.querySelector(selector);
    (same && !same.disabled ? same : item).focus({ preventScroll: true });
  };
}
