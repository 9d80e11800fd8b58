// One message as an element.

import { h, icon, iconButton } from './dom.js';
import { components } from './components.js';
import { embeds } from './embeds.js';
import { markdown } from './markdown.js';
import { plainText } from './inline.js';
import { attachments } from './media.js';
import { avatar, badge, displayName } from './people.js';
import { messageTime, shortTime } from './times.js';
import { dots } from './marks.js';
import { t } from './texts.js';

export const EPHEMERAL = 64;
export const LOADING = 128;
const V2 = 32768;
const [PIN, JOIN, THREAD_CREATED] = [6, 7, 18];

/** The <li> of a message. `context` carries the store, the interactions and the actions. */
export function messageItem(message, context) {
  const system = [PIN, JOIN, THREAD_CREATED].includes(message.type);
  const author = context.store.person(message.author);
  const item = h('li', {
    class: classes(message, context), tabindex: '-1',
    'data-testid': 'message', dataset: { messageId: message.id, authorId: author.id },
  }, system ? systemLine(message, author, context) : ordinary(message, author, context));
  if (!message.local) item.append(toolbar(message, context));
  item.addEventListener('contextmenu', (event) => contextMenu(event, message, item, context));
  return item;
}

function classes(message, { store }) {
  const names = ['message'];
  if (message.flags & EPHEMERAL && message.local !== 'sending') names.push('ephemeral');
  if (message.flags & LOADING) names.push('loading');
  if (message.flags & V2) names.push('v2');
  if (message.local) names.push('local');
  if (store.mentionsMe(message)) names.push('mentioned');
  return names.join(' ');
}

function ordinary(message, author, context) {
  const name = h('button', { type: 'button', class: author.bot ? 'author bot' : 'author', onclick: (event) => context.onUser(author, event.currentTarget) }, displayName(author));
  return [
    contextLine(message, context),
    h('div', { class: 'gutter' }, avatar(author, 40), shortTime(message.timestamp)),
    h('div', { class: 'body' },
      h('div', { class: 'byline' }, name, badge(author), messageTime(message.timestamp), message.edited_timestamp && !message.content && edited()),
      content(message, author, context),
      footer(message, context)),
  ];
}

function contextLine(message, context) {
  const used = message.interaction_metadata ?? message.interaction;
  if (used?.name) return usedLine(used, context);
  return message.message_reference?.message_id ? replyLine(message, context) : null;
}

function usedLine(used, context) {
  const user = context.store.person(used.user);
  const label = context.commandLabel(used.name);
  const run = h('button', { type: 'button', class: 'mention', onclick: () => context.onCommand(used.name) }, icon('slash', 12), label);
  return h('div', { class: 'reference', 'data-testid': 'used' }, avatar(user, 16),
    h('span', { class: 'reference-name' }, displayName(user)), h('span', {}, t('used')), run);
}

function replyLine(message, context) {
  const { message_id: id, channel_id: channelId } = message.message_reference;
  const original = message.referenced_message ?? context.store.message(channelId ?? message.channel_id, id);
  if (!original) return h('div', { class: 'reference' }, h('em', {}, t('replyGone')));
  const author = context.store.person(original.author);
  const text = plainText(original.content, context) || firstText(original, context) || t('replyAttachment');
  return h('button', { type: 'button', class: 'reference', 'data-testid': 'reply-reference', onclick: () => context.onJump(id) },
    avatar(author, 16), h('span', { class: 'reference-name' }, displayName(author)), h('span', { class: 'reference-text' }, text));
}

function firstText(message, context) {
  const found = JSON.stringify(message.components ?? []).match(/"content":"((?:\\.|[^"\\])*)"/);
  return found ? plainText(JSON.parse(`"${found[1]}"`), context) : '';
}

function content(message, author, context) {
  if (message.flags & LOADING) return thinking(t('thinking', { name: displayName(author) }));
  if (message.local) return message.local === 'sending' ? thinking(t('sending')) : h('p', { class: 'failure', 'data-testid': 'no-answer' }, message.local);
  const text = !message.content ? null : h('div', { class: 'content md' }, markdown(message.content, context));
  if (message.edited_timestamp && text) (text.lastElementChild?.matches('p') ? text.lastElementChild : text).append(' ', edited());
  const v2 = message.flags & V2;
  return [text, v2 ? null : attachments(message), embeds(message, context),
    h('div', { class: 'components' }, components(message, context))];
}

function edited() {
  return h('span', { class: 'edited' }, t('edited'));
}

function thinking(text) {
  return h('p', { class: 'thinking', 'data-testid': 'thinking' }, dots(), h('span', {}, text));
}

function footer(message, context) {
  const failure = context.interactions.failure(message.id);
  return [
    failure && h('p', { class: 'failure', role: 'alert', 'data-testid': 'interaction-failed' }, failure),
    message.flags & EPHEMERAL && message.local !== 'sending' && h('p', { class: 'only-you' }, eye(), h('span', {}, t('onlyYou')), '·',
      h('button', { type: 'button', class: 'link-button', 'data-testid': 'dismiss', onclick: () => context.onDismiss(message) }, t('dismiss'))),
  ].filter(Boolean);
}

function eye() {
  return h('span', { class: 'eye', 'aria-hidden': 'true' });
}

function systemLine(message, author, context) {
  const name = displayName(author);
  const key = { [PIN]: 'pinned', [JOIN]: 'joined', [THREAD_CREATED]: 'threadStarted' }[message.type];
  const target = message.message_reference?.channel_id ?? message.thread?.id;
  const open = h('button', { type: 'button', class: 'thread-link', 'data-testid': 'thread-link', onclick: () => context.onChannel(target) }, message.content);
  const [before, after] = t(key, { name, thread: '\u0000' }).split('\u0000');
  return [h('div', { class: 'gutter system' }, icon({ [PIN]: 'pin', [JOIN]: 'down', [THREAD_CREATED]: 'thread' }[message.type], 18)),
    h('div', { class: 'body system' }, h('span', {}, before, after === undefined ? '' : open, after ?? ''), ' ', messageTime(message.timestamp))];
}

/** The link to a message's thread. */
export function threadLink(message, context) {
  if (!message.thread) return null;
  return h('button', { type: 'button', class: 'thread-card', 'data-testid': 'thread-link', onclick: () => context.onChannel(message.thread.id) },
    icon('thread', 18), h('span', {}, message.thread.name));
}

function toolbar(message, context) {
  const ephemeral = message.flags & EPHEMERAL;
  return h('div', { class: 'toolbar' },
    ephemeral ? null : iconButton('reply', t('reply'), () => context.onReply(message), { 'data-testid': 'reply' }),
    iconButton('more', t('more'), (event) => context.onMenu(message, event.currentTarget), { 'data-testid': 'message-menu' }));
}

function contextMenu(event, message, item, context) {
  if (message.local || event.target.closest('a, img, input, textarea') || !getSelection().isCollapsed) return;
  event.preventDefault();
  const point = { left: event.clientX, right: event.clientX, top: event.clientY, bottom: event.clientY, width: 0 };
  context.onMenu(message, item, point);
}
