// The button with the window's person, and its menu: switch to another person, or add one.

import { addressOf } from './address.js';
import { post, sentenceOf } from './api.js';
import { h, icon } from './dom.js';
import { avatar, displayName } from './people.js';
import { menu } from './popup.js';
import { sameLanguage } from './store.js';
import { languageName, t } from './texts.js';
import { toast } from './toast.js';

/**
 * @import { Store } from './store.js'
 * @import { User } from './discord.d.ts'
 */

/**
 * The button that shows the window's person and switches to another.
 * @param {Store} store
 * @param {string} className
 */
export function personButton(store, className) {
  const { me } = store;
  return h('button', {
    type: 'button', class: className, 'aria-haspopup': 'menu', 'aria-expanded': 'false', title: t('switchPerson'),
    'data-testid': 'member-switcher', dataset: { userId: me.id },
    onclick: (event) => openSwitcher(store, event.currentTarget),
  },
  avatar(me, 32, 'online'), nameAndLanguage(me, displayName(me)),
  h('span', { class: 'visually-hidden' }, t('switchPerson')), icon('chevron', 16));
}

/**
 * @param {User} user
 * @param {string} name
 */
function nameAndLanguage(user, name) {
  return h('span', { class: 'me-text' },
    h('span', { class: 'me-name' }, name), h('span', { class: 'me-locale' }, languageName(user.locale)));
}

/**
 * @param {Store} store
 * @param {HTMLElement} anchor
 */
function openSwitcher(store, anchor) {
  const people = [...store.users.values()].filter((user) => !user.bot);
  const head = h('p', { class: 'menu-head' }, t('switchHint'));
  const box = menu(anchor, [], { label: t('switchPerson'), head });
  box.element.classList.add('switcher');
  const rows = h('div', {}, people.map((user) => switcherRow(user, store)));
  box.element.append(rows, personForm(store, (user) => rows.append(switcherRow(user, store))));
  box.element.querySelector('a')?.focus();
}

/**
 * The form that adds a person with any name.
 * @param {Store} store
 * @param {(user: User) => void} onAdded
 */
function personForm(store, onAdded) {
  const name = h('input', {
    class: 'field-input', placeholder: t('newPerson'), 'aria-label': t('newPerson'), maxlength: 32, autocomplete: 'off',
    'data-testid': 'new-person',
  });
  const form = h('form', { class: 'switcher-new' }, name, h('button', { class: 'button secondary' }, t('addPerson')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (name.value.trim()) void addPerson(store, name.value, onAdded).then(() => { name.value = ''; });
  });
  return form;
}

/**
 * @param {Store} store
 * @param {string} name
 * @param {(user: User) => void} onAdded
 */
async function addPerson(store, name, onAdded) {
  try {
    const { user_id: id = '' } = await post('person', { user: store.me.id, name });
    onAdded(store.person({ id, username: name, global_name: name, locale: store.me.locale }));
  } catch (error) {
    toast(sentenceOf(error));
  }
}

/**
 * A person to switch to, in this window or in a new one.
 * @param {User} user
 * @param {Store} store
 */
function switcherRow(user, store) {
  const isMe = user.id === store.me.id;
  const name = displayName(user);
  const href = addressOf(user.id, store.active);
  const hereLabel = t('beInThisWindow', { name });
  const newLabel = t('newWindowAs', { name });
  return h('div', { class: isMe ? 'switcher-row current' : 'switcher-row' },
    h('a', {
      class: 'switcher-person', role: 'menuitem',
      href: staysInChannel(user, store) ? href : addressOf(user.id, store.home(user.locale)),
      'aria-label': hereLabel, 'aria-current': isMe ? 'true' : undefined,
      'data-testid': 'switch-person', dataset: { userId: user.id },
    }, avatar(user, 32), nameAndLanguage(user, isMe ? `${name} (${t('you')})` : name)),
    h('a', {
      class: 'icon-button', href, target: '_blank', rel: 'noopener', title: newLabel, 'aria-label': newLabel,
      'data-testid': 'open-as', dataset: { userId: user.id },
    }, icon('window', 18)));
}

/**
 * Whether the window stays in its channel when it becomes this person's: if they read the guild's language, or that of
 * the person before. Otherwise it goes to a guild of their language.
 * @param {User} user
 * @param {Store} store
 */
function staysInChannel(user, store) {
  const guild = store.guildOf(store.active);
  return !guild || sameLanguage(guild.preferred_locale, user.locale) || sameLanguage(store.me.locale, user.locale);
}
