// Embeds, for messages without Components V2.

import { h, hexColor } from './dom.js';
import { markdown } from './markdown.js';
import { picture, resolveMedia } from './media.js';
import { messageTime } from './times.js';

/**
 * @import { Embed, EmbedField, Media, Message } from './discord.d.ts'
 * @import { Context, Props } from './types.d.ts'
 */

const SUPPRESS_EMBEDS = 4; // a flag of messages

/**
 * The embeds of a message.
 * @param {Message} message
 * @param {Context} context
 */
export function embeds(message, context) {
  if (message.flags & SUPPRESS_EMBEDS) return [];
  return (message.embeds ?? []).map((embed) => embedCard(embed, message, context));
}

/**
 * @param {Embed} embed
 * @param {Message} message
 * @param {Context} context
 */
function embedCard(embed, message, context) {
  const title = embed.title && h('div', { class: 'embed-title md' }, markdown(embed.title, context));
  const { footer, timestamp } = embed;
  const fields = embed.fields ?? [];
  /** @type {Props['style']} */
  const style = embed.color ? { '--accent': hexColor(embed.color) } : {};
  return h('article', { class: 'container accent embed', style },
    embed.author && h('div', { class: 'embed-author' }, embed.author.name),
    embed.url && title ? h('a', { href: embed.url, target: '_blank', rel: 'noopener noreferrer' }, title) : title,
    embed.description && h('div', { class: 'md' }, markdown(embed.description, context)),
    fields.length > 0 && h('div', { class: 'embed-fields' }, fields.map((field) => fieldOf(field, context))),
    image(embed.image, message, true), image(embed.thumbnail, message, false),
    (footer || timestamp) && h('div', { class: 'embed-footer' },
      footer?.text, ' ', timestamp && messageTime(timestamp)));
}

/**
 * @param {Media | undefined} media
 * @param {Message} message
 * @param {boolean} single
 */
function image(media, message, single) {
  return media && picture(resolveMedia(media, message), media.description, { single });
}

/**
 * @param {EmbedField} field
 * @param {Context} context
 */
function fieldOf(field, context) {
  return h('div', { class: field.inline ? 'embed-field inline' : 'embed-field' },
    h('div', { class: 'embed-name md' }, markdown(field.name, context)),
    h('div', { class: 'md' }, markdown(field.value, context)));
}
