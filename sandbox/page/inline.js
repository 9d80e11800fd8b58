// The inline part of Discord's markdown: emphasis, code, links, mentions, timestamps, escapes.

import { addressOf } from './address.js';
import { h } from './dom.js';
import { customEmoji } from './marks.js';
import { timestamp } from './times.js';
import { channelName, displayName } from './people.js';
import { isDirect } from './store.js';
import { t } from './texts.js';

/**
 * @import { Channel } from './discord.d.ts'
 * @import { Child, Context, Props } from './types.d.ts'
 */

/**
 * A pattern, and what becomes of the match and its groups: a node, or text.
 * @typedef {readonly [RegExp, (context: Context, match: string, ...groups: string[]) => Node | string]} Rule
 */

/**
 * @param {'strong' | 'em' | 'u' | 's'} tag
 * @returns {Rule[1]}
 */
const wrap = (tag) => (context, _, text) => h(tag, {}, inline(text, context));

/**
 * Tried in this order at every position; each pattern is sticky.
 * @type {Rule[]}
 */
const RULES = [
  // An escaped character, then code, in which nothing else counts.
  [/\\([^\p{L}\p{N}\s])/uy, (context, _, character) => character],
  [/``([\s\S]+?)``(?!`)/y, (context, _, code) => h('code', { class: 'md-code' }, code.trim())],
  [/`([^`]+)`/y, (context, _, code) => h('code', { class: 'md-code' }, code)],
  // Emphasis; an escaped mark does not end it.
  [
    /\*\*\*((?:\\.|[^\\])+?)\*\*\*(?!\*)/sy,
    (context, _, text) => h('strong', {}, h('em', {}, inline(text, context))),
  ],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/sy, wrap('strong')],
  [/__((?:\\.|[^\\])+?)__(?!_)/sy, wrap('u')],
  [/\*(?!\s)((?:\\.|\*\*(?:\\.|[^\\])+?\*\*|[^\\*])+?)\*(?!\*)/sy, wrap('em')],
  [/_((?:\\.|__|[^\\_])+?)_(?![\p{L}\p{N}_])/suy, wrap('em')],
  [/~~((?:\\.|[^\\])+?)~~/sy, wrap('s')],
  [/\|\|((?:\\.|[^\\])+?)\|\|/sy, (context, _, text) => spoiler(inline(text, context))],
  // Links: [text](address "title"), <address>.
  [
    /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()]*\))+)>?(?: "[^"]*")?\)/y,
    (context, _, text, url) => link(url, context, inline(text, context)),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, (context, _, url) => link(url, context)],
  // Mentions of people, channels, roles and commands; times; emojis of the bot.
  [/<@!?(\d+)>/y, (context, _, id) => userMention(id, context)],
  [/<#(\d+)>/y, (context, _, id) => channelMention(id, context)],
  [/<@&(\d+)>/y, (context, _, id) => roleMention(id, context)],
  [/<\/([^:>\n]+):(\d+)>/y, (context, _, path) => commandMention(path, context)],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (context, _, seconds, style) => timestamp(Number(seconds), style)],
  [/<a?:(\w+):(\d+)>/y, (context, _, name, id) => customEmoji(id, name)],
  [/@(everyone|here)\b/y, (context, match) => h('span', { class: 'mention' }, match)],
  // A bare address ends before its sentence does.
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])]/y, (context, url) => link(url, context)],
];
const PLACE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;
/** The characters that a rule or a line break can start with; at all others no rule is tried. */
const STARTS = /[\\`*_~|[<@h\n]/;

/**
 * The nodes of a run of text.
 * @param {string} text
 * @param {Context} context
 */
export function inline(text, context) {
  /** @type {Node[]} */
  const nodes = [];
  let plain = '';
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const match = STARTS.test(text.charAt(at)) ? tryRules(text, at, context) : null;
    const content = match?.content ?? text.charAt(at);
    if (typeof content === 'string') plain += content;
    else {
      flush();
      nodes.push(content);
    }
    at = match?.end ?? at + 1;
  }
  flush();
  return nodes;
}

/**
 * What begins at this place of the text, and where that ends; null if no rule applies.
 * @param {string} text
 * @param {number} at
 * @param {Context} context
 */
function tryRules(text, at, context) {
  if (text[at] === '\n') return { content: h('br'), end: at + 1 };
  // An underscore inside of a word is none that emphasizes: snake_case.
  if (text[at] === '_' && /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && text[at + 1] !== '_') return null;
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { content: make(context, match[0], ...match.slice(1)), end: at + match[0].length };
  }
  return null;
}

/**
 * Text that is hidden until pressed.
 * @param {Child} children
 */
export function spoiler(children) {
  /** @param {Event} event */
  const show = (event) => {
    const otherKey = event instanceof KeyboardEvent && !['Enter', ' '].includes(event.key);
    if (otherKey || !node.classList.contains('hidden')) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.remove('hidden');
    node.removeAttribute('role');
    node.removeAttribute('aria-label');
  };
  /** @type {HTMLElement} */
  const node = h('span', {
    class: 'md-spoiler hidden', role: 'button', tabindex: 0, 'aria-label': t('reveal'), onclick: show, onkeydown: show,
  }, h('span', { class: 'md-spoiler-inner' }, children));
  return node;
}

/**
 * Discord's own links open the channel or message here. A bare one is shown as a mention, as Discord does.
 * @param {string} url
 * @param {Context} context
 * @param {Child} [children] undefined: a bare address
 */
function link(url, context, children) {
  const [, channelId, messageId] = PLACE.exec(url) ?? [];
  const channel = context.store.channel(channelId);
  const face = children ?? (channel ? [nameOf(channel), messageId && ` › ${t('message')}`] : url);
  return h('a', { ...leading(url, context), class: channel && !children ? 'mention' : undefined }, face);
}

/**
 * What an <a> needs to lead to an address: Discord's own to the channel or message here, others to another window.
 * @param {string} url
 * @param {Context} context
 * @returns {Props<HTMLAnchorElement>}
 */
export function leading(url, context) {
  const [, channelId, messageId] = PLACE.exec(url) ?? [];
  const channel = context.store.channel(channelId);
  if (!channel) return { href: url, target: '_blank', rel: 'noopener noreferrer' };
  return {
    href: addressOf(context.store.me.id, channel.id), 'data-testid': 'place-link',
    onclick: (event) => {
      event.preventDefault();
      context.onPlace(channel.id, messageId);
    },
  };
}

/** @param {Channel} channel */
function nameOf(channel) {
  return `${isDirect(channel) ? '@' : '#'}${channelName(channel)}`;
}

/**
 * @param {string} id
 * @param {Context} context
 */
function userMention(id, { store, onUser }) {
  const user = store.user(id);
  if (!user) return h('span', { class: 'mention' }, `<@${id}>`);
  return mention(`@${displayName(user)}`, (node) => onUser(user, node));
}

/**
 * @param {string} id
 * @param {Context} context
 */
function channelMention(id, { store, onChannel }) {
  const channel = store.channel(id);
  if (!channel) return h('span', { class: 'mention' }, '#?');
  return mention(`#${channelName(channel)}`, () => onChannel(id));
}

/**
 * @param {string} id
 * @param {Context} context
 */
function roleMention(id, { store }) {
  return h('span', { class: 'mention' }, `@${store.role(id)?.name ?? 'role'}`);
}

/**
 * Shows the path as it was sent: Discord never puts the command's name in the reader's language there.
 * @param {string} path
 * @param {Context} context
 */
function commandMention(path, { onCommand }) {
  return mention(`/${path}`, () => onCommand(path), { command: path });
}

/**
 * As in Discord no <button>, which is a box of its own: a no-break space would not hold it on the line.
 * @param {string} label
 * @param {(node: HTMLElement) => void} onPress
 * @param {Record<string, string>} dataset
 */
function mention(label, onPress, dataset = {}) {
  return h('span', {
    class: 'mention', role: 'button', tabindex: 0, dataset,
    onclick: (event) => onPress(event.currentTarget),
    onkeydown: (event) => {
      if (!['Enter', ' '].includes(event.key)) return;
      event.preventDefault();
      onPress(event.currentTarget);
    },
  }, label);
}

/**
 * The text without markup but with its emojis, as the line above a reply shows it.
 * @param {string | undefined} text
 * @param {Context} context
 */
export function plainText(text, context) {
  const unmarked = (text ?? '').replace(/^(#+|-#|>+) /gm, '');
  return inline(unmarked, context).map(plainOf);
}

/**
 * @param {Node} node
 * @returns {Child}
 */
function plainOf(node) {
  if (node instanceof HTMLImageElement) return node;
  if (node instanceof HTMLElement && node.querySelector('img')) return [...node.childNodes].map(plainOf);
  return node.nodeName === 'BR' ? ' ' : node.textContent;
}
