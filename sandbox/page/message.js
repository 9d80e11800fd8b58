// One message as an element.

import { h, icon, iconButton } from './dom.js';
import { components } from './components.js';
import { embeds } from './embeds.js';
import { markdown } from './markdown.js';
import { plainText } from './inline.js';
import { attachments } from './media.js';
import { avatar, badge, channelName, displayName } from './people.js';
import { messageTime, shortTime } from './times.js';
import { dots } from './marks.js';
import { isEphemeral } from './store.js';
import { t } from './texts.js';

/**
 * @import { Message, UsedCommand, User } from './discord.d.ts'
 * @import { Child, Context, Props } from './types.d.ts'
 */

const LOADING = 128; // flags of messages
const V2 = 32768;
/** The types of messages that Discord writes: a message was pinned, a member joined, a thread was started. */
const SYSTEM = /** @type {const} */ ({
  6: { text: 'pinned', mark: 'pin' },
  7: { text: 'joined', mark: 'down' },
  18: { text: 'threadStarted', mark: 'thread' },
});

/**
 * The <li> of a message.
 * @param {Message} message
 * @param {Context} context
 */
export function messageItem(message, context) {
  const author = context.store.person(message.author);
  const parts = isSystem(message.type)
    ? systemLine(message, SYSTEM[message.type], author, context)
    : ordinary(message, author, context);
  const item = h('li', {
    class: classes(message, context), tabindex: '-1',
    'data-testid': 'message', dataset: { messageId: message.id, authorId: author.id },
  }, parts);
  if (!message.local) item.append(toolbar(message, context));
  item.addEventListener('contextmenu', (event) => contextMenu(event, message, item, context));
  return item;
}

/**
 * @param {number | undefined} type
 * @returns {type is keyof typeof SYSTEM}
 */
function isSystem(type) {
  return type !== undefined && type in SYSTEM;
}

/**
 * Whether the message is for its reader only; a command that is being sent is not shown as such.
 * @param {Message} message
 */
function isForReader(message) {
  return isEphemeral(message) && message.local !== 'sending';
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function classes(message, { store }) {
  const names = ['message'];
  if (isForReader(message)) names.push('ephemeral');
  if (message.flags & LOADING) names.push('loading');
  if (message.flags & V2) names.push('v2');
  if (message.local) names.push('local');
  if (store.mentionsMe(message)) names.push('mentioned');
  return names.join(' ');
}

/**
 * @param {Message} message
 * @param {User} author
 * @param {Context} context
 * @returns {Child}
 */
function ordinary(message, author, context) {
  const name = h('button', {
    type: 'button', class: author.bot ? 'author bot' : 'author',
    onclick: (event) => context.onUser(author, event.currentTarget),
  }, displayName(author));
  const isPictureEdited = message.edited_timestamp && !message.content; // below a text, the text says so
  return [
    contextLine(message, context),
    h('div', { class: 'gutter' }, avatar(author, 40), shortTime(message.timestamp)),
    h('div', { class: 'body' },
      h('div', { class: 'byline' }, name, badge(author), messageTime(message.timestamp), isPictureEdited && edited()),
      content(message, author, context),
      footer(message, context)),
  ];
}

/**
 * The line above a message: which command it answers, or which message.
 * @param {Message} message
 * @param {Context} context
 */
function contextLine(message, context) {
  const used = message.interaction_metadata ?? message.interaction;
  if (used?.name) return usedLine(used.name, used, context);
  const { message_id: id, channel_id: channelId = message.channel_id } = message.message_reference ?? {};
  if (!id) return null;
  return replyLine(id, message.referenced_message ?? context.store.message(channelId, id), context);
}

/**
 * @param {string} name of the command
 * @param {UsedCommand} used
 * @param {Context} context
 */
function usedLine(name, used, context) {
  const user = context.store.person(used.user);
  const run = h('button', { type: 'button', class: 'mention', onclick: () => context.onCommand(name) },
    icon('slash', 12), context.commandLabel(name));
  return h('div', { class: 'reference', 'data-testid': 'used' }, avatar(user, 16),
    h('span', { class: 'reference-name' }, displayName(user)), h('span', {}, t('used')), run);
}

/**
 * @param {string} id
 * @param {Message | undefined} original undefined: deleted
 * @param {Context} context
 */
function replyLine(id, original, context) {
  if (!original) return h('div', { class: 'reference' }, h('em', {}, t('replyGone')));
  const author = context.store.person(original.author);
  const text = original.content || firstText(original);
  return h('button', {
    type: 'button', class: 'reference', 'data-testid': 'reply-reference', onclick: () => context.onJump(id),
  },
  avatar(author, 16), h('span', { class: 'reference-name' }, displayName(author)),
  h('span', { class: 'reference-text' }, text ? plainText(text, context) : t('replyAttachment')));
}

/**
 * The first text among a message's components, however deep it is.
 * @param {Message} message
 */
function firstText(message) {
  const [, text] = /"content":("(?:\\.|[^"\\])*")/.exec(JSON.stringify(message.components ?? [])) ?? [];
  return text ? String(JSON.parse(text)) : '';
}

/**
 * @param {Message} message
 * @param {User} author
 * @param {Context} context
 * @returns {Child}
 */
function content(message, author, context) {
  if (message.flags & LOADING) return thinking(t('thinking', { name: displayName(author) }));
  if (message.local === 'sending') return thinking(t('sending'));
  if (message.local) return h('p', { class: 'failure', 'data-testid': 'no-answer' }, message.local);
  const text = message.content ? h('div', { class: 'content md' }, markdown(message.content, context)) : null;
  if (message.edited_timestamp && text) markEdited(text);
  return [
    text, message.flags & V2 ? null : attachments(message), embeds(message, context),
    h('div', { class: 'components' }, components(message, context)),
  ];
}

/**
 * "(edited)" ends the last paragraph, or follows what is no paragraph.
 * @param {HTMLElement} text
 */
function markEdited(text) {
  const last = text.lastElementChild;
  (last?.matches('p') ? last : text).append(' ', edited());
}

function edited() {
  return h('span', { class: 'edited' }, t('edited'));
}

/** @param {string} text */
function thinking(text) {
  return h('p', { class: 'thinking', 'data-testid': 'thinking' }, dots(), h('span', {}, text));
}

/**
 * @param {Message} message
 * @param {Context} context
 * @returns {Child}
 */
function footer(message, context) {
  const failure = context.interactions.failure(message.id);
  const dismiss = () => h('button', {
    type: 'button', class: 'link-button', 'data-testid': 'dismiss', onclick: () => context.onDismiss(message),
  }, t('dismiss'));
  return [
    failure && h('p', { class: 'failure', role: 'alert', 'data-testid': 'interaction-failed' }, failure),
    isForReader(message) && h('p', { class: 'only-you' }, eye(), h('span', {}, t('onlyYou')), '·', dismiss()),
  ];
}

function eye() {
  return h('span', { class: 'eye', 'aria-hidden': 'true' });
}

/**
 * @param {Message} message
 * @param {(typeof SYSTEM)[keyof typeof SYSTEM]} about
 * @param {User} author
 * @param {Context} context
 */
function systemLine(message, { text, mark }, author, context) {
  const place = message.message_reference?.channel_id ?? message.thread?.id;
  const open = h('button', {
    type: 'button', class: 'thread-link', 'data-testid': 'thread-link', onclick: () => context.onChannel(place),
  }, message.content);
  // The text is split where the thread is named, so that a button can be in its place.
  const [before, after] = t(text, { name: displayName(author), thread: '\u0000' }).split('\u0000');
  const words = h('span', {}, before, after === undefined ? null : [open, after]);
  return [
    h('div', { class: 'gutter system' }, icon(mark, 18)),
    h('div', { class: 'body system' }, words, ' ', messageTime(message.timestamp)),
  ];
}

/**
 * The link to a message's thread.
 * @param {Message} message
 * @param {Context} context
 */
export function threadLink({ thread }, context) {
  if (!thread) return null;
  return h('button', {
    type: 'button', class: 'thread-card', 'data-testid': 'thread-link', onclick: () => context.onChannel(thread.id),
  }, icon('thread', 18), h('span', {}, channelName(thread)));
}

/**
 * @param {Message} message
 * @param {Context} context
 */
function toolbar(message, context) {
  const reply = () => iconButton('reply', t('reply'), () => context.onReply(message), { 'data-testid': 'reply' });
  /** @type {Props<HTMLButtonElement>['onclick']} */
  const more = (event) => context.onMenu(message, event.currentTarget);
  return h('div', { class: 'toolbar' },
    isEphemeral(message) ? null : reply(),
    iconButton('more', t('more'), more, { 'data-testid': 'message-menu' }));
}

/**
 * The message's menu instead of the browser's, but for links, pictures, inputs and selected text.
 * @param {MouseEvent} event
 * @param {Message} message
 * @param {HTMLElement} item
 * @param {Context} context
 */
function contextMenu(event, message, item, context) {
  const { target, clientX: x, clientY: y } = event;
  const hasOwnMenu = target instanceof Element && target.closest('a, img, input, textarea');
  if (message.local || hasOwnMenu || !getSelection()?.isCollapsed) return;
  event.preventDefault();
  context.onMenu(message, item, { left: x, right: x, top: y, bottom: y, width: 0 });
}
