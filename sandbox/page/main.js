// The entry of the page: creates its parts and connects them with each other and with the socket.

import { addressOf, readAddress, writeAddress } from './address.js';
import { post } from './api.js';
import { Composer } from './composer.js';
import { findLeaf, leaves, messageCommands } from './commands.js';
import { choiceOptions } from './choices.js';
import { icon } from './dom.js';
import { Head } from './head.js';
import { Interactions } from './interactions.js';
import { Members, userMenu } from './members.js';
import { EPHEMERAL } from './message.js';
import { Messages } from './messages.js';
import { openModal } from './modal.js';
import { keepPopup, menu } from './popup.js';
import { Sidebar } from './sidebar.js';
import { Socket } from './socket.js';
import { Store } from './store.js';
import { startTheme } from './theme.js';
import { toast } from './toast.js';
import { setLanguage, t } from './texts.js';
import { applyView } from './view.js';

startTheme();
applyView();
setLanguage(navigator.language);
const store = new Store();
const interactions = new Interactions(store, { onModal: (frame, place) => openModal(frame, place, context) });

const context = {
  store, interactions, commandLabel, onChannel: openChannel, onDismiss: dismiss, onMenu: messageMenu,
  onUser: (user, anchor) => userMenu(user, anchor, store, people),
  onCommand: (path) => composer.insertCommand(path),
  onReply: (message) => composer.setReply(message),
  onJump: (id) => messages.show(id),
  onPlace: (channelId, messageId) => { openChannel(channelId); if (messageId) messages.show(messageId); },
};
const people = {
  onDm: (user) => act('dm', { with: user.id }, ({ channel_id: id }) => openSoon(id)),
  onMention: (user) => composer.insertText(`<@${user.id}>`),
};

store.on('hello', greet);
const sidebar = new Sidebar(store, { onChannel: openChannel });
const members = new Members(store, people);
new Head(store, { onMenu: () => sidebar.open(), onMembers: () => members.toggle(), onChannel: openChannel });
const messages = new Messages(store, context);
const composer = new Composer(store, { runCommand, ask });

// The language is set before the channel opens, because opening draws the page in that language.
function greet() {
  setLanguage(store.me.locale);
  const wanted = store.active ?? readAddress().channel;
  const id = store.channel(wanted) ? wanted : store.home() ?? store.dms[0]?.id;
  if (store.active !== id) queueMicrotask(() => openChannel(id, false));
  document.getElementById('app').classList.add('ready');
}

function openChannel(id, push = true) {
  if (!store.channel(id)) return;
  writeAddress(store.me.id, id, push && store.active !== id);
  store.open(id);
}

// The id of a new channel can arrive before its CHANNEL_CREATE.
function openSoon(id, tries = 20) {
  if (store.channel(id)) openChannel(id);
  else if (tries) setTimeout(() => openSoon(id, tries - 1), 50);
}

async function act(verb, body, then) {
  try {
    const answer = await post(verb, { user: store.me.id, ...body });
    then?.(answer);
  } catch (error) {
    toast(error instanceof TypeError ? t('loadFailed') : error.message);
  }
}

function commandLabel(path) {
  return findLeaf(leaves(store, store.active), path)?.label ?? path;
}

async function runCommand(leaf, options, target) {
  const channelId = store.active;
  const line = {
    id: `local-${performance.now()}`, channel_id: channelId, author: store.bot.user, flags: EPHEMERAL, type: 20, local: 'sending',
    timestamp: new Date().toISOString(), interaction_metadata: { user: store.me, name: leaf.name },
  };
  messages.setLocal(channelId, line);
  const answer = await interactions.send('command', { channel_id: channelId, command_id: leaf.id, options, target_id: target?.id }, { channelId });
  const sentence = answer.sentence ?? t(answer.reason === 'offline' ? 'offlineFailed' : 'noAnswer');
  messages.setLocal(channelId, { ...line, local: answer.name === 'INTERACTION_FAILED' ? sentence : null });
}

async function ask(leaf, options) {
  const answer = await interactions.send('autocomplete', { channel_id: store.active, command_id: leaf.id, options });
  return answer.choices ? choiceOptions(answer.choices) : null;
}

function dismiss(message) {
  if (message.local) return messages.setLocal(message.channel_id, { ...message, local: null });
  return act('dismiss', { message_id: message.id }, () => store.receive({ t: 'MESSAGE_DELETE', d: message }));
}

function messageMenu(message, anchor, point) {
  const mine = message.author?.id === store.me.id || store.isOwner(message.channel_id);
  const ephemeral = message.flags & EPHEMERAL;
  menu(anchor, [
    !ephemeral && { label: t('reply'), mark: icon('reply', 18), run: () => composer.setReply(message), testid: 'menu-reply' },
    message.content && { label: t('copyText'), mark: icon('copy', 18), run: () => copy(message.content), testid: 'menu-copy-text' },
    { label: t('copyId'), mark: icon('copy', 18), run: () => copy(message.id), testid: 'menu-copy-id' },
    ...apps(message),
    mine && !ephemeral && { label: t('remove'), mark: icon('trash', 18), danger: true, testid: 'menu-delete', run: () => act('delete', { channel_id: message.channel_id, message_id: message.id }) },
    ephemeral && { label: t('dismiss'), mark: icon('close', 18), run: () => dismiss(message) },
  ], { point, label: t('more') });
}

function apps(message) {
  if (message.flags & EPHEMERAL) return [];
  const item = (command) => ({ label: `${t('apps')} → ${command.label}`, mark: icon('slash', 18), run: () => runCommand(command, [], message), testid: 'menu-app' });
  return messageCommands(store, message.channel_id).map(item);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copied'), 'info');
  } catch {
    prompt(t('copyId'), text);
  }
}

const connection = document.getElementById('connection');
new Socket(readAddress().user, {
  onFrame: (frame) => store.receive(frame),
  onState(state) {
    connection.hidden = state === 'open';
    connection.textContent = t(store.me ? 'reconnecting' : 'connecting');
    document.body.classList.toggle('disconnected', state !== 'open');
  },
});

store.on('lost-channel', () => {
  store.active = null;
  greet();
});
for (const name of ['message', 'update', 'delete', 'note', 'channels', 'bot', 'hello']) store.on(name, keepPopup);

document.addEventListener('visibilitychange', () => document.hidden || store.read(store.active));
addEventListener('popstate', () => {
  const { user, channel } = readAddress();
  if (user && user !== store.me?.id) location.replace(addressOf(user, channel));
  else openChannel(channel, false);
});
