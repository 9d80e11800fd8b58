// The entry of the page: creates its parts and connects them with each other and with the socket.

import { addressOf, readAddress, writeAddress } from './address.js';
import { post, sentenceOf } from './api.js';
import { Composer } from './composer.js';
import { commandLabel, messageCommands, personCommands } from './commands.js';
import { choiceOptions } from './choices.js';
import { byId, icon } from './dom.js';
import { receive } from './frames.js';
import { Head } from './head.js';
import { Interactions } from './interactions.js';
import { Members, userMenu } from './members.js';
import { Messages } from './messages.js';
import { openModal } from './modal.js';
import { keepPopup, menu } from './popup.js';
import { Sidebar } from './sidebar.js';
import { Socket } from './socket.js';
import { EPHEMERAL, Store, isEphemeral } from './store.js';
import { startTheme } from './theme.js';
import { toast } from './toast.js';
import { setLanguage, t } from './texts.js';
import { applyView } from './view.js';

/**
 * @import { Leaf } from './commands.js'
 * @import { IconName } from './dom.js'
 * @import { PersonActions } from './members.js'
 * @import { Hooks } from './picker.js'
 * @import { MenuItem } from './popup.js'
 * @import { TextKey } from './texts.js'
 * @import { Message, OptionValue, User } from './discord.d.ts'
 * @import { Box, Context } from './types.d.ts'
 */

const CHAT_INPUT_COMMAND = 20; // a type of messages

startTheme();
applyView();
setLanguage(navigator.language);
const store = new Store();
const interactions = new Interactions(store, { onModal: (frame, place) => openModal(frame, place, context) });

/** @type {Context} */
const context = {
  store, interactions, onChannel: openChannel, onDismiss: dismiss, onMenu: messageMenu,
  commandLabel: (path) => commandLabel(store, store.active, path),
  onUser: (user, anchor) => userMenu(user, anchor, store, people),
  onCommand: (path) => composer.insertCommand(path),
  onReply: (message) => composer.setReply(message),
  onJump: (id) => messages.show(id),
  onPlace: (channelId, messageId) => {
    openChannel(channelId);
    if (messageId) messages.show(messageId);
  },
};
/** @type {PersonActions} */
const people = {
  onDm: (user) => void act('dm', { with: user.id }, ({ channel_id: id }) => openSoon(id)),
  onMention: (user) => composer.insertText(`<@${user.id}>`),
  commandsFor: (user) => appItems(personCommands(store, store.active), user),
};

store.on('hello', greet);
const sidebar = new Sidebar(store, { onChannel: openChannel });
const members = new Members(store, people);
new Head(store, { onMenu: () => sidebar.open(), onMembers: () => members.toggle(), onChannel: openChannel });
const messages = new Messages(store, context);
const composer = new Composer(store, { runCommand: (leaf, options) => void runCommand(leaf, options), ask });

/** Sets the language before the channel opens, because opening draws the page in that language. */
function greet() {
  setLanguage(store.me.locale);
  const wanted = store.active ?? readAddress().channel;
  const id = store.channel(wanted) ? wanted : store.home() ?? store.dms[0]?.id;
  if (store.active !== id) queueMicrotask(() => openChannel(id, false));
  byId('app').classList.add('ready');
}

/**
 * Opens a channel, if the person sees it; `push` adds it to the browser's history.
 * @param {string | null | undefined} id
 */
function openChannel(id, push = true) {
  if (!id || !store.channel(id)) return;
  writeAddress(store.me.id, id, push && store.active !== id);
  store.open(id);
}

/**
 * Opens a new channel, whose id can arrive before its CHANNEL_CREATE.
 * @param {string | undefined} id
 */
function openSoon(id, tries = 20) {
  if (store.channel(id)) openChannel(id);
  else if (tries) setTimeout(() => openSoon(id, tries - 1), 50);
}

/**
 * Does something as the window's person. If it is refused, a notice says why.
 * @param {string} verb
 * @param {object} body
 * @param {(answer: Awaited<ReturnType<typeof post>>) => void} [then]
 */
async function act(verb, body, then) {
  try {
    const answer = await post(verb, { user: store.me.id, ...body });
    then?.(answer);
  } catch (error) {
    toast(sentenceOf(error));
  }
}

/**
 * Runs a command, and shows a line of its own until the bot has answered, or if it does not.
 * @param {Leaf} leaf
 * @param {OptionValue[]} options
 * @param {Message | User} [target] of a command in the menu of a message or a person
 */
async function runCommand(leaf, options, target) {
  const channelId = store.active;
  if (!channelId) return;
  /** @type {Message} */
  const line = {
    id: `local-${performance.now()}`, channel_id: channelId, author: store.bot.user, flags: EPHEMERAL,
    type: CHAT_INPUT_COMMAND, local: 'sending', timestamp: new Date().toISOString(),
    interaction_metadata: { user: store.me, name: leaf.name },
  };
  messages.setLocal(channelId, line);
  const body = { channel_id: channelId, command_id: leaf.id, options, target_id: target?.id };
  const answer = await interactions.send('command', body, { channelId });
  let local = null;
  if (answer.t === 'INTERACTION_FAILED') {
    local = answer.d.sentence ?? t(answer.d.reason === 'offline' ? 'offlineFailed' : 'noAnswer');
  }
  messages.setLocal(channelId, { ...line, local });
}

/** @type {Hooks['ask']} */
async function ask(leaf, options) {
  const answer = await interactions.send('autocomplete', { channel_id: store.active, command_id: leaf.id, options });
  return answer.t === 'INTERACTION_AUTOCOMPLETE' ? choiceOptions(answer.d.choices) : null;
}

/** @param {Message} message */
function dismiss(message) {
  if (message.local) messages.setLocal(message.channel_id, { ...message, local: null });
  else void act('dismiss', { message_id: message.id }, () => store.deleteMessage(message));
}

/**
 * @param {Message} message
 * @param {HTMLElement} anchor
 * @param {Box} [point] where the menu opens instead of at the anchor
 */
function messageMenu(message, anchor, point) {
  const { id, channel_id: channelId, content } = message;
  const isMine = message.author?.id === store.me.id || store.isOwner(channelId);
  const isPublic = !isEphemeral(message);
  const reply = () => composer.setReply(message);
  const remove = () => act('delete', { channel_id: channelId, message_id: id });
  menu(anchor, [
    isPublic && item('reply', 'reply', reply, 'menu-reply'),
    content ? item('copyText', 'copy', () => copy(content), 'menu-copy-text') : false,
    item('copyId', 'copy', () => copy(id), 'menu-copy-id'),
    ...(isPublic ? appItems(messageCommands(store, channelId), message) : []),
    isMine && isPublic && { ...item('remove', 'trash', remove, 'menu-delete'), danger: true },
    !isPublic && item('dismiss', 'close', () => dismiss(message)),
  ], { point, label: t('more') });
}

/**
 * @param {TextKey} key
 * @param {IconName} mark
 * @param {() => unknown} run
 * @param {string} [testid]
 * @returns {MenuItem}
 */
function item(key, mark, run, testid) {
  return { label: t(key), mark: icon(mark, 18), run, testid };
}

/**
 * The bot's commands for a message or a person.
 * @param {Leaf[]} commands
 * @param {Message | User} target
 * @returns {MenuItem[]}
 */
function appItems(commands, target) {
  return commands.map((command) => ({
    label: `${t('apps')} → ${command.label}`, mark: icon('slash', 18), testid: 'menu-app',
    run: () => runCommand(command, [], target),
  }));
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copied'), 'info');
  } catch {
    prompt(t('copyId'), text);
  }
}

const connection = byId('connection');
new Socket(readAddress().user, {
  onFrame: (frame) => receive(store, frame),
  onState(state) {
    connection.hidden = state === 'open';
    connection.textContent = t(store.ready ? 'reconnecting' : 'connecting');
    document.body.classList.toggle('disconnected', state !== 'open');
  },
});

store.on('lost-channel', () => {
  store.active = null;
  greet();
});
for (const name of /** @type {const} */ (['message', 'update', 'delete', 'note', 'channels', 'bot', 'hello'])) {
  store.on(name, keepPopup);
}

document.addEventListener('visibilitychange', () => document.hidden || store.readActive());
addEventListener('popstate', () => {
  const { user, channel } = readAddress();
  if (user && user !== store.me.id) location.replace(addressOf(user, channel));
  else openChannel(channel, false);
});
