// Two small marks that buttons and options share: an emoji and the waiting dots.

import { h } from './dom.js';

/** An emoji of Discord's shape; custom ones are not known here and show their name. */
export function emoji(value) {
  if (!value?.name) return null;
  return h('span', { class: 'emoji', 'aria-hidden': 'true' }, value.id ? `:${value.name}:` : value.name);
}

/** Discord's three waiting dots. */
export function dots() {
  return h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}
