// What the frames of the socket do to the store. Start reading at `receive`.

import { byAge, isEphemeral } from './store.js';
import { setClock } from './times.js';

/**
 * @import { Store } from './store.js'
 * @import { Frame, Frames, Hello, InteractionFrame } from './types.d.ts'
 */

const TYPING_SHOWN = 10_000; // milliseconds
const LOG_LINES = 200; // as in HELLO

/**
 * Handles a frame of the socket.
 * @param {Store} store
 * @param {Frame} frame
 */
export function receive(store, frame) {
  if (isInteraction(frame)) store.emit('interaction', frame);
  else handle(store, frame);
}

/**
 * @param {Frame} frame
 * @returns {frame is InteractionFrame}
 */
function isInteraction(frame) {
  return frame.t.startsWith('INTERACTION_');
}

/**
 * @template {keyof Frames} Name
 * @param {Store} store
 * @param {{ t: Name, d: Frames[Name] }} frame
 */
function handle(store, { t: name, d: data }) {
  HANDLERS[name](store, data);
}

/**
 * Fills the store, also after a lost connection: then with what has arrived meanwhile.
 * @param {Store} store
 * @param {Hello} hello
 */
function greet(store, { me, users, guilds, dms, messages, commands, bot, now }) {
  const before = store.messages;
  const inGuilds = guilds.flatMap((guild) => guild.channels.map((channel) => ({ guild_id: guild.id, ...channel })));
  setClock(now);
  store.ready = true;
  store.me = me;
  store.users = new Map(users.map((user) => [user.id, user]));
  store.updateUser(me);
  store.guilds = guilds;
  store.dms = dms;
  store.channels = new Map([...inGuilds, ...dms].map((channel) => [channel.id, channel]));
  store.messages = new Map(Object.entries(messages));
  store.commands = commands;
  store.bot = bot;
  keepEphemeral(store, before);
  if (before.size) noticeMissed(store, before);
  store.emit('hello');
}

/**
 * Ephemeral messages are in the window's memory only, and outlive its socket.
 * @param {Store} store
 * @param {Store['messages']} before
 */
function keepEphemeral(store, before) {
  for (const [channelId, list] of store.messages) {
    const all = [...list, ...(before.get(channelId) ?? []).filter(isEphemeral)];
    store.messages.set(channelId, all.sort(byAge));
  }
}

/**
 * Notices the messages that arrived while the socket was closed.
 * @param {Store} store
 * @param {Store['messages']} before
 */
function noticeMissed(store, before) {
  for (const [channelId, list] of store.messages) {
    const known = new Set((before.get(channelId) ?? []).map((message) => message.id));
    for (const message of list) if (!known.has(message.id)) store.notice(message);
  }
}

/** @type {{ [Name in keyof Frames]: (store: Store, data: Frames[Name]) => void }} */
const HANDLERS = {
  HELLO: greet,
  MESSAGE_CREATE(store, message) {
    const isNew = store.keepMessage(message);
    store.typing.get(message.channel_id)?.delete(message.author?.id ?? '');
    if (isNew) store.notice(message);
    store.emit(isNew ? 'message' : 'update', message);
    store.emit('typing', message.channel_id);
  },
  MESSAGE_UPDATE(store, message) {
    // An ephemeral message that this window has forgotten stays forgotten.
    if (isEphemeral(message) && !store.message(message.channel_id, message.id)) return;
    const isNew = store.keepMessage(message);
    store.emit(isNew ? 'message' : 'update', message);
  },
  MESSAGE_DELETE: (store, message) => store.deleteMessage(message),
  CHANNEL_CREATE: (store, channel) => store.addChannel(channel),
  CHANNEL_UPDATE: (store, channel) => store.addChannel(channel),
  CHANNEL_DELETE(store, { id }) {
    store.channels.delete(id);
    store.dms = store.dms.filter((dm) => dm.id !== id);
    store.emit('channels');
    if (store.active === id) store.emit('lost-channel');
  },
  MEMBER_ADD(store, { user, guild_id: guildId }) {
    store.updateUser(user);
    store.guilds.find((guild) => guild.id === guildId)?.members.push(user.id);
    store.emit('people');
  },
  MEMBER_REMOVE(store, { user, guild_id: guildId }) {
    const guild = store.guilds.find(({ id }) => id === guildId);
    if (guild) guild.members = guild.members.filter((id) => id !== user.id);
    store.emit('people');
  },
  TYPING(store, { channel_id: channelId, user_id: userId }) {
    if (userId === store.me.id) return;
    /** @type {Map<string, number>} */
    const typists = store.typing.get(channelId) ?? new Map();
    typists.set(userId, Date.now() + TYPING_SHOWN);
    store.typing.set(channelId, typists);
    store.emit('typing', channelId);
  },
  COMMANDS(store, commands) {
    store.commands = commands;
    store.emit('commands');
  },
  BOT(store, bot) {
    store.bot = bot;
    if (bot.user) store.updateUser(bot.user);
    store.emit('bot');
  },
  LOG(store, { line }) {
    store.bot.log = [...store.bot.log, line].slice(-LOG_LINES);
    store.emit('log');
  },
};
