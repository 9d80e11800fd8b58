// The inline part of Discord's markdown: emphasis, code, links, mentions, timestamps, escapes.

import { addressOf } from './address.js';
import { h } from './dom.js';
import { timestamp } from './times.js';
import { channelName, displayName } from './people.js';
import { isDirect } from './store.js';
import { t } from './texts.js';

const wrap = (tag, name) => (m, context) => h(tag, { class: name }, inline(m[1], context));

// Tried in this order at every position; each pattern is sticky.
const RULES = [
  [/\\([^\p{L}\p{N}\s])/uy, (m) => m[1]],
  [/``([\s\S]+?)``(?!`)/y, (m) => h('code', { class: 'md-code' }, m[1].trim())],
  [/`([^`]+)`/y, (m) => h('code', { class: 'md-code' }, m[1])],
  [/\*\*\*((?:\\.|[^\\])+?)\*\*\*(?!\*)/sy, (m, c) => h('strong', {}, h('em', {}, inline(m[1], c)))],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/sy, wrap('strong')],
  [/__((?:\\.|[^\\])+?)__(?!_)/sy, wrap('u')],
  [/\*(?!\s)((?:\\.|\*\*(?:\\.|[^\\])+?\*\*|[^\\*])+?)\*(?!\*)/sy, wrap('em')],
  [/_((?:\\.|__|[^\\_])+?)_(?![\p{L}\p{N}_])/suy, wrap('em')],
  [/~~((?:\\.|[^\\])+?)~~/sy, wrap('s')],
  [/\|\|((?:\\.|[^\\])+?)\|\|/sy, (m, c) => spoiler(inline(m[1], c))],
  [/\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()]*\))+)>?(?: "[^"]*")?\)/y, (m, c) => link(m[2], c, inline(m[1], c))],
  [/<(https?:\/\/[^\s>]+)>/y, (m, c) => link(m[1], c)],
  [/<@!?(\d+)>/y, (m, c) => userMention(m[1], c)],
  [/<#(\d+)>/y, (m, c) => channelMention(m[1], c)],
  [/<@&(\d+)>/y, (m, c) => h('span', { class: 'mention' }, `@${c.store.role(m[1])?.name ?? 'role'}`)],
  [/<\/([^:>\n]+):(\d+)>/y, (m, c) => commandMention(m[1], c)],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => timestamp(Number(m[1]), m[2])],
  [/<a?:(\w+):\d+>/y, (m) => `:${m[1]}:`],
  [/@(everyone|here)\b/y, (m) => h('span', { class: 'mention' }, m[0])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])]/y, (m, c) => link(m[0], c)],
];
const PLACE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;
const STARTS = /[\\`*_~|[<@h\n]/;

/** The nodes of a run of text. */
export function inline(text, context) {
  const nodes = [];
  let plain = '';
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const found = STARTS.test(text[at]) && tryRules(text, at, context);
    if (!found) plain += text[at++];
    else if (typeof found.node === 'string') [plain, at] = [plain + found.node, found.end];
    else {
      flush();
      nodes.push(found.node);
      at = found.end;
    }
  }
  flush();
  return nodes;
}

function tryRules(text, at, context) {
  if (text[at] === '\n') return { node: h('br'), end: at + 1 };
  if (text[at] === '_' && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && text[at + 1] !== '_') return null;
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { node: make(match, context), end: at + match[0].length };
  }
  return null;
}

/** Text that is hidden until pressed. */
export function spoiler(children) {
  const show = (event) => {
    const key = event.type === 'keydown' && !['Enter', ' '].includes(event.key);
    if (key || !node.classList.contains('hidden')) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.remove('hidden');
    node.removeAttribute('role');
    node.removeAttribute('aria-label');
  };
  const props = { class: 'md-spoiler hidden', role: 'button', tabindex: 0, 'aria-label': t('reveal'), onclick: show, onkeydown: show };
  const node = h('span', props, h('span', { class: 'md-spoiler-inner' }, children));
  return node;
}

// Discord's own links open the channel or message here. A bare one is shown as a mention, as Discord does.
function link(url, context, children) {
  const [, channelId, messageId] = PLACE.exec(url) ?? [];
  const channel = channelId && context.store.channel(channelId);
  if (!channel) return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, children ?? url);
  const go = (event) => (event.preventDefault(), context.onPlace?.(channelId, messageId));
  const face = children ?? [nameOf(channel), messageId && ` › ${t('message')}`];
  return h('a', { href: addressOf(context.store.me.id, channelId), class: children ? undefined : 'mention', 'data-testid': 'place-link', onclick: go }, face);
}

function nameOf(channel) {
  return `${isDirect(channel) ? '@' : '#'}${channelName(channel)}`;
}

function userMention(id, { store, onUser }) {
  const user = store.user(id);
  if (!user) return h('span', { class: 'mention' }, `<@${id}>`);
  return mention(`@${displayName(user)}`, (node) => onUser?.(user, node));
}

function channelMention(id, { store, onChannel }) {
  const channel = store.channel(id);
  if (!channel) return h('span', { class: 'mention' }, '#?');
  return mention(`#${channel.name}`, () => onChannel?.(id));
}

function commandMention(path, { onCommand, commandLabel }) {
  const label = commandLabel?.(path) ?? path;
  return mention(`/${label}`, () => onCommand?.(path), { command: path });
}

// As in Discord no <button>, which is a box of its own: a no-break space would not hold it on the line.
function mention(label, onPress, dataset = {}) {
  const press = (event) => onPress(event.currentTarget);
  const onkeydown = (event) => ['Enter', ' '].includes(event.key) && (event.preventDefault(), press(event));
  return h('span', { class: 'mention', role: 'button', tabindex: 0, dataset, onclick: press, onkeydown }, label);
}

/** The text without markup, for replies and titles. */
export function plainText(text, context) {
  const unmarked = (text ?? '').replace(/^(#+|-#|>+) /gm, '');
  return inline(unmarked, context).map((node) => (node.nodeName === 'BR' ? ' ' : node.textContent)).join('');
}
