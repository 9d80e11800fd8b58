// The window's state, updated by the socket's frames. Start reading at `receive`.

import { size } from './sizes.js';
import { setClock } from './times.js';

const THREADS = [10, 11, 12];
const KEPT = 200;
const EPHEMERAL = 64;

export class Store extends EventTarget {
  constructor() {
    super();
    Object.assign(this, { me: null, users: new Map(), guilds: [], dms: [], channels: new Map(), messages: new Map() });
    Object.assign(this, { commands: {}, bot: { online: false, log: [] }, unread: new Map(), active: null, typing: new Map() });
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  on(name, listener) {
    this.addEventListener(name, (event) => listener(event.detail));
  }

  /** Handles a frame of the socket. */
  receive({ t: name, d }) {
    const handler = FRAMES[name];
    if (handler) handler(this, d);
    else if (name.startsWith('INTERACTION_')) this.emit('interaction', { name, ...d });
  }

  /** Opens a channel and marks it as read. */
  open(channelId) {
    this.active = channelId;
    this.unread.delete(channelId);
    this.emit('active', channelId);
    this.emit('channels');
  }

  read(channelId) {
    if (this.unread.delete(channelId)) this.emit('channels');
  }

  channel(id) {
    return this.channels.get(id);
  }

  guildOf(channelId) {
    const channel = this.channel(channelId);
    return this.guilds.find((guild) => guild.id === channel?.guild_id);
  }

  isOwner(channelId) {
    return this.guildOf(channelId)?.owner_id === this.me.id;
  }

  messagesOf(channelId) {
    return this.messages.get(channelId) ?? [];
  }

  message(channelId, id) {
    return this.messagesOf(channelId).find((message) => message.id === id);
  }

  user(id) {
    return this.users.get(id);
  }

  role(id) {
    return this.guilds.flatMap((guild) => guild.roles ?? []).find((role) => role.id === id);
  }

  /** The people of the open channel: the guild's members, or those of a DM. */
  present() {
    const all = [...this.users.values()];
    const guild = this.guildOf(this.active);
    if (guild) return guild.members ? all.filter((user) => guild.members.includes(user.id)) : all;
    const inside = new Set([this.me.id, ...(this.channel(this.active)?.recipients ?? []).map((user) => user.id)]);
    return all.filter((user) => inside.has(user.id));
  }

  person(user) {
    return { ...user, ...this.users.get(user?.id) };
  }

  /** Whether the message mentions the window's person. */
  mentionsMe(message) {
    if (message.author?.id === this.me.id) return false;
    if (message.mentions?.some((user) => user.id === this.me.id)) return true;
    return message.mention_everyone === true;
  }

  /** A guild's channels in Discord's order, each with its threads. */
  channelsOf(guild) {
    const all = [...this.channels.values()].filter((channel) => channel.guild_id === guild.id);
    const plain = all.filter((channel) => !THREADS.includes(channel.type)).sort(byPosition);
    const threads = all.filter((channel) => THREADS.includes(channel.type)).sort(byPosition);
    return plain.map((channel) => ({ channel, threads: threads.filter((thread) => thread.parent_id === channel.id) }));
  }

  /** The first channel of the first guild in the language of the window's person, or else of any guild. */
  home(locale = this.me.locale) {
    const guild = this.guilds.find((one) => sameLanguage(one.preferred_locale, locale)) ?? this.guilds[0];
    return guild && this.channelsOf(guild).find(({ channel }) => channel.type === 0)?.channel.id;
  }

  keepMessage(message) {
    const list = this.messages.get(message.channel_id) ?? [];
    const at = list.findIndex((other) => other.id === message.id);
    if (at >= 0) list[at] = message;
    else list.push(message);
    if (list.length > KEPT) list.shift();
    this.messages.set(message.channel_id, list);
    if (at < 0 && isEphemeral(message)) this.forgetEphemeral(list);
    return at < 0;
  }

  // As in Discord's clients, only the newest ephemeral messages of a channel are kept.
  forgetEphemeral(list) {
    const [oldest, ...rest] = list.filter(isEphemeral);
    if (rest.length >= size('ephemeral-messages')) FRAMES.MESSAGE_DELETE(this, oldest);
  }

  notice(message) {
    const seen = message.channel_id === this.active && !document.hidden;
    if (seen || message.author?.id === this.me.id) return;
    const mentions = this.unread.get(message.channel_id) ?? 0;
    this.unread.set(message.channel_id, mentions + (this.mentionsMe(message) ? 1 : 0));
    this.emit('channels');
  }

  addChannel(channel) {
    this.channels.set(channel.id, channel);
    if (isDirect(channel) && !this.dms.some((dm) => dm.id === channel.id)) this.dms.push(channel);
    this.emit('channels');
  }
}

function byPosition(a, b) {
  return (a.position ?? 0) - (b.position ?? 0) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
}

function isEphemeral(message) {
  return (message.flags & EPHEMERAL) !== 0;
}

/** Whether two locales are of one language. */
export function sameLanguage(one, other) {
  return one?.split('-')[0] === other?.split('-')[0];
}

/** Whether a channel is a DM or a group DM. */
export function isDirect(channel) {
  return channel?.type === 1 || channel?.type === 3;
}

export function isThread(channel) {
  return THREADS.includes(channel?.type);
}

function hello(store, d) {
  const before = store.messages;
  setClock(d.now ?? Date.now() / 1000);
  Object.assign(store, { me: d.me, guilds: d.guilds, dms: d.dms ?? [], commands: d.commands ?? {}, bot: d.bot });
  store.users = new Map(d.users.map((user) => [user.id, user]));
  store.users.set(d.me.id, { ...store.users.get(d.me.id), ...d.me });
  const own = d.guilds.flatMap((guild) => guild.channels.map((channel) => ({ guild_id: guild.id, ...channel })));
  store.channels = new Map([...own, ...store.dms].map((channel) => [channel.id, channel]));
  store.messages = new Map(Object.entries(d.messages ?? {}));
  keepEphemeral(store, before);
  if (before.size) missed(store, before);
  store.emit('hello');
}

// Ephemeral messages are in the window's memory only, and outlive its socket.
function keepEphemeral(store, before) {
  for (const [channelId, list] of store.messages) {
    const all = [...list, ...(before.get(channelId) ?? []).filter(isEphemeral)];
    store.messages.set(channelId, all.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)));
  }
}

function missed(store, before) {
  for (const [channelId, list] of store.messages) {
    const known = new Set((before.get(channelId) ?? []).map((message) => message.id));
    for (const message of list) if (!known.has(message.id)) store.notice(message);
  }
}

const FRAMES = {
  HELLO: hello,
  MESSAGE_CREATE(store, message) {
    const isNew = store.keepMessage(message);
    store.typing.get(message.channel_id)?.delete(message.author?.id);
    if (isNew) store.notice(message);
    store.emit(isNew ? 'message' : 'update', message);
    store.emit('typing', message.channel_id);
  },
  MESSAGE_UPDATE(store, message) {
    if (isEphemeral(message) && !store.message(message.channel_id, message.id)) return;
    const isNew = store.keepMessage(message);
    store.emit(isNew ? 'message' : 'update', message);
  },
  MESSAGE_DELETE(store, { id, channel_id: channelId }) {
    const list = store.messagesOf(channelId);
    store.messages.set(channelId, list.filter((message) => message.id !== id));
    store.emit('delete', { id, channelId });
  },
  CHANNEL_CREATE: (store, channel) => store.addChannel(channel),
  CHANNEL_UPDATE: (store, channel) => store.addChannel(channel),
  CHANNEL_DELETE(store, { id }) {
    store.channels.delete(id);
    store.dms = store.dms.filter((dm) => dm.id !== id);
    store.emit('channels');
    if (store.active === id) store.emit('lost-channel');
  },
  TYPING(store, { channel_id: channelId, user_id: userId }) {
    if (userId === store.me.id) return;
    const map = store.typing.get(channelId) ?? new Map();
    map.set(userId, Date.now() + 10000);
    store.typing.set(channelId, map);
    store.emit('typing', channelId);
  },
  COMMANDS(store, commands) {
    store.commands = commands;
    store.emit('commands');
  },
  BOT(store, bot) {
    const before = JSON.stringify({ ...store.bot, log: null });
    store.bot = bot;
    store.emit('log');
    if (before === JSON.stringify({ ...bot, log: null })) return;
    if (bot.user) store.users.set(bot.user.id, { ...store.users.get(bot.user.id), ...bot.user });
    store.emit('bot');
  },
};
