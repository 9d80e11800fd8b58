// Two small elements that buttons and options share: an emoji and the loading dots.

import { h } from './dom.js';

/** @import { Emoji } from './discord.d.ts' */

/**
 * An emoji as an element; a custom emoji shows its name.
 * @param {Emoji | undefined} value
 */
export function emoji(value) {
  if (!value?.name) return null;
  return h('span', { class: 'emoji', 'aria-hidden': 'true' }, value.id ? `:${value.name}:` : value.name);
}

/** Discord's three loading dots. */
export function dots() {
  return h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}
