// Embeds, for messages without Components V2.

import { h } from './dom.js';
import { markdown } from './markdown.js';
import { picture, resolveMedia } from './media.js';
import { messageTime } from './times.js';

/** The embeds of a message. */
export function embeds(message, context) {
  if (message.flags & 4) return [];
  return (message.embeds ?? []).map((embed) => one(embed, message, context));
}

function one(embed, message, context) {
  const colour = embed.color ? { '--accent': `#${embed.color.toString(16).padStart(6, '0')}` } : {};
  const title = embed.title && h('div', { class: 'embed-title md' }, markdown(embed.title, context));
  const media = (value, single) => value && picture(resolveMedia(value, message), value.description, { single });
  return h('article', { class: 'container accent embed', style: colour },
    embed.author && h('div', { class: 'embed-author' }, embed.author.name),
    embed.url && title ? h('a', { href: embed.url, target: '_blank', rel: 'noopener noreferrer' }, title) : title,
    embed.description && h('div', { class: 'md' }, markdown(embed.description, context)),
    embed.fields?.length && h('div', { class: 'embed-fields' }, embed.fields.map((field) => fieldOf(field, context))),
    media(embed.image, true), media(embed.thumbnail, false),
    (embed.footer || embed.timestamp) && h('div', { class: 'embed-footer' }, embed.footer?.text, ' ', embed.timestamp && messageTime(embed.timestamp)));
}

function fieldOf(field, context) {
  return h('div', { class: field.inline ? 'embed-field inline' : 'embed-field' },
    h('div', { class: 'embed-name md' }, markdown(field.name, context)), h('div', { class: 'md' }, markdown(field.value, context)));
}
