// Small elements that texts, buttons and options share: emojis and the loading dots.

import { h } from './dom.js';

/** @import { Emoji } from './discord.d.ts' */

/**
 * The emoji of a button or an option, which screen readers leave out.
 * @param {Emoji | undefined} value
 */
export function emoji(value) {
  if (!value?.name) return null;
  return h('span', { class: 'emoji', 'aria-hidden': 'true' },
    value.id ? customEmoji(value.id, value.name) : value.name);
}

/**
 * An emoji that the bot has uploaded; its name stands where there is no image.
 * @param {string} id
 * @param {string} name
 */
export function customEmoji(id, name) {
  return h('img', { class: 'custom-emoji', src: `/emojis/${id}.webp`, alt: `:${name}:`, draggable: 'false' });
}

/** Discord's three loading dots. */
export function dots() {
  return h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
}
