// The member list on the right. Pressing a person opens a menu: message them, an app's command, or switch to them.

import { byId, h, icon, refill } from './dom.js';
import { addressOf } from './address.js';
import { avatar, badge, displayName } from './people.js';
import { menu } from './popup.js';
import { stateOf } from './sidebar.js';
import { languageName, t } from './texts.js';

/**
 * @import { MenuItem } from './popup.js'
 * @import { Store } from './store.js'
 * @import { User } from './discord.d.ts'
 */

/**
 * @typedef {{
 *   onDm: (user: User) => void, onMention: (user: User) => void, commandsFor: (user: User) => MenuItem[]
 * }} PersonActions
 */

const BESIDE_MESSAGES = 1000; // pixels: in a narrower window the list is shown over the messages

export class Members {
  /**
   * @param {Store} store
   * @param {PersonActions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.root = byId('members');
    this.scrim = byId('scrim');
    for (const name of /** @type {const} */ (['hello', 'people', 'bot', 'active'])) store.on(name, () => this.render());
    store.on('active', () => this.close());
    this.scrim.addEventListener('click', () => this.close());
    byId('composer').addEventListener('focusin', () => this.close());
    addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
  }

  /** Shows or hides the list: beside the messages, or over them in a narrow window. */
  toggle() {
    if (innerWidth >= BESIDE_MESSAGES) document.body.classList.toggle('members-closed');
    else if (document.body.classList.contains('members-open')) this.close();
    else this.open();
  }

  open() {
    document.body.classList.add('members-open');
    this.scrim.hidden = false;
  }

  close() {
    if (!document.body.classList.contains('members-open')) return;
    document.body.classList.remove('members-open');
    this.scrim.hidden = true;
  }

  render() {
    const users = this.store.present();
    const bots = users.filter((user) => user.bot);
    const people = users.filter((user) => !user.bot);
    this.root.setAttribute('aria-label', t('members'));
    refill(this.root,
      this.group(t('memberPeople', { n: people.length }), people),
      this.group(t('memberApps', { n: bots.length }), bots));
  }

  /**
   * @param {string} title
   * @param {User[]} users
   */
  group(title, users) {
    return users.length > 0 && [h('h2', {}, title), h('ul', {}, users.map((user) => h('li', {}, this.row(user))))];
  }

  /** @param {User} user */
  row(user) {
    const state = stateOf(user, this.store);
    const note = user.bot ? this.botNote() : languageName(user.locale);
    return h('button', {
      type: 'button', class: `member ${state}`, 'data-testid': 'member', dataset: { userId: user.id },
      onclick: (event) => userMenu(user, event.currentTarget, this.store, this.actions),
    }, avatar(user, 32, state), nameAndNote(user, note));
  }

  botNote() {
    return this.store.bot.online ? this.store.bot.activity ?? t('online') : t('offline');
  }
}

/**
 * @param {User} user
 * @param {string} note below the name
 */
function nameAndNote(user, note) {
  return h('span', { class: 'me-text' },
    h('span', { class: 'me-name' }, displayName(user), badge(user)), note && h('span', { class: 'me-locale' }, note));
}

/**
 * The menu of actions on a person.
 * @param {User} user
 * @param {HTMLElement} anchor
 * @param {Store} store
 * @param {PersonActions} actions
 */
export function userMenu(user, anchor, store, { onDm, onMention, commandsFor }) {
  const isMe = user.id === store.me.id;
  const name = displayName(user);
  const head = h('div', { class: 'menu-person' },
    avatar(user, 48, stateOf(user, store)), nameAndNote(user, `@${user.username}`));
  menu(anchor, [
    !isMe && { label: t('sendMessage'), mark: icon('mail', 18), run: () => onDm(user), testid: 'open-dm' },
    { label: t('mention'), mark: icon('at', 18), run: () => onMention(user) },
    ...commandsFor(user),
    !isMe && !user.bot && {
      label: t('newWindowAs', { name }), mark: icon('window', 18),
      href: addressOf(user.id, store.active), target: '_blank',
    },
  ], { label: name, head });
}
