// The window's state. The socket's frames update it (frames.js).

import { size } from './sizes.js';

/**
 * @import { Channel, Guild, Message, User } from './discord.d.ts'
 * @import { Bot, Hello, StoreEvents } from './types.d.ts'
 */

const THREADS = [10, 11, 12]; // types of channels
const KEPT = 200; // messages of a channel
export const EPHEMERAL = 64; // a flag of messages

/**
 * The author of a message without one, and the window's person before HELLO.
 * @type {User}
 */
const NOBODY = { id: '0', username: '' };

export class Store extends EventTarget {
  /** Whether a HELLO has filled the store. */
  ready = false;
  me = NOBODY;
  /** @type {Map<string, User>} people and the bot, by id */
  users = new Map();
  /** @type {Guild[]} */
  guilds = [];
  /** @type {Channel[]} */
  dms = [];
  /** @type {Map<string, Channel>} by id, with threads and DMs */
  channels = new Map();
  /** @type {Map<string, Message[]>} by channel, oldest first */
  messages = new Map();
  /** @type {Hello['commands']} */
  commands = {};
  /** @type {Bot} */
  bot = { online: false, log: [] };
  /** @type {Map<string, number>} the mentions of each channel with unread messages */
  unread = new Map();
  /** @type {string | null} the open channel */
  active = null;
  /** @type {Map<string, Map<string, number>>} by channel and person: until when they are shown as typing */
  typing = new Map();

  /**
   * @template {keyof StoreEvents} Name
   * @param {Name} name
   * @param {StoreEvents[Name]} [detail]
   */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /**
   * @template {keyof StoreEvents} Name
   * @param {Name} name
   * @param {(detail: StoreEvents[Name]) => unknown} listener
   */
  on(name, listener) {
    this.addEventListener(name, (event) => listener(/** @type {CustomEvent<StoreEvents[Name]>} */ (event).detail));
  }

  /**
   * Opens a channel and marks it as read.
   * @param {string} channelId
   */
  open(channelId) {
    this.active = channelId;
    this.unread.delete(channelId);
    this.emit('active', channelId);
    this.emit('channels');
  }

  /** Marks the open channel as read. */
  readActive() {
    if (this.active && this.unread.delete(this.active)) this.emit('channels');
  }

  /** @param {string | null | undefined} id */
  channel(id) {
    return this.channels.get(id ?? '');
  }

  /** @param {string | null} channelId */
  guildOf(channelId) {
    const channel = this.channel(channelId);
    return this.guilds.find((guild) => guild.id === channel?.guild_id);
  }

  /** @param {string} channelId */
  isOwner(channelId) {
    return this.guildOf(channelId)?.owner_id === this.me.id;
  }

  /** @param {string | null} channelId */
  messagesOf(channelId) {
    return this.messages.get(channelId ?? '') ?? [];
  }

  /**
   * @param {string | null} channelId
   * @param {string} id
   */
  message(channelId, id) {
    return this.messagesOf(channelId).find((message) => message.id === id);
  }

  /** @param {string} id */
  user(id) {
    return this.users.get(id);
  }

  /** @param {string} id */
  role(id) {
    return this.guilds.flatMap((guild) => guild.roles).find((role) => role.id === id);
  }

  /** The people of the open channel: the guild's members, or those of a DM. */
  present() {
    const all = [...this.users.values()];
    const guild = this.guildOf(this.active);
    if (guild) return all.filter((user) => guild.members.includes(user.id));
    const inside = new Set([this.me.id, ...(this.channel(this.active)?.recipients ?? []).map((user) => user.id)]);
    return all.filter((user) => inside.has(user.id));
  }

  /**
   * A user with what this window knows of them.
   * @param {User | undefined} user
   * @returns {User}
   */
  person(user = NOBODY) {
    return { ...user, ...this.users.get(user.id) };
  }

  /**
   * Whether the message mentions the window's person.
   * @param {Message} message
   */
  mentionsMe(message) {
    if (message.author?.id === this.me.id) return false;
    if (message.mentions?.some((user) => user.id === this.me.id)) return true;
    return message.mention_everyone === true;
  }

  /**
   * A guild's channels in Discord's order, each with its threads.
   * @param {Guild} guild
   */
  channelsOf(guild) {
    const all = [...this.channels.values()].filter((channel) => channel.guild_id === guild.id);
    const plain = all.filter((channel) => !isThread(channel)).sort(byPosition);
    const threads = all.filter(isThread).sort(byPosition);
    return plain.map((channel) => ({ channel, threads: threads.filter((thread) => thread.parent_id === channel.id) }));
  }

  /** The first channel of the first guild in a language, by default of the window's person, or else of any guild. */
  home(locale = this.me.locale) {
    const guild = this.guilds.find((candidate) => sameLanguage(candidate.preferred_locale, locale)) ?? this.guilds[0];
    return guild && this.channelsOf(guild).find(({ channel }) => channel.type === 0)?.channel.id;
  }

  /**
   * Adds a message, or replaces its older version. Returns whether it is new.
   * @param {Message} message
   */
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

  /**
   * As in Discord's clients, only the newest ephemeral messages of a channel are kept.
   * @param {Message[]} list of a channel
   */
  forgetEphemeral(list) {
    const [oldest, ...rest] = list.filter(isEphemeral);
    if (oldest && rest.length >= size('ephemeral-messages')) this.deleteMessage(oldest);
  }

  /** @param {Pick<Message, 'id' | 'channel_id'>} message */
  deleteMessage({ id, channel_id: channelId }) {
    const list = this.messagesOf(channelId);
    this.messages.set(channelId, list.filter((message) => message.id !== id));
    this.emit('delete', { id, channelId });
  }

  /**
   * Marks a channel as unread because of a message that nobody sees here.
   * @param {Message} message
   */
  notice(message) {
    const seen = message.channel_id === this.active && !document.hidden;
    if (seen || message.author?.id === this.me.id) return;
    const mentions = this.unread.get(message.channel_id) ?? 0;
    this.unread.set(message.channel_id, mentions + (this.mentionsMe(message) ? 1 : 0));
    this.emit('channels');
  }

  /** @param {Channel} channel */
  addChannel(channel) {
    this.channels.set(channel.id, channel);
    if (isDirect(channel) && !this.dms.some((dm) => dm.id === channel.id)) this.dms.push(channel);
    this.emit('channels');
  }

  /**
   * Adds what a frame says of a user to what is known of them.
   * @param {User} user
   */
  updateUser(user) {
    this.users.set(user.id, { ...this.users.get(user.id), ...user });
  }
}

/**
 * @param {Channel} a
 * @param {Channel} b
 */
function byPosition(a, b) {
  return (a.position ?? 0) - (b.position ?? 0) || byAge(a, b);
}

/**
 * The order in which Discord made two things: snowflakes grow with time.
 * @param {{ id: string }} a
 * @param {{ id: string }} b
 */
export function byAge(a, b) {
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
}

/** @param {Message} message */
export function isEphemeral(message) {
  return (message.flags & EPHEMERAL) !== 0;
}

/**
 * Whether two locales are of one language.
 * @param {string | undefined} locale
 * @param {string | undefined} other
 */
export function sameLanguage(locale, other) {
  return locale?.split('-')[0] === other?.split('-')[0];
}

/**
 * Whether a channel is a DM or a group DM.
 * @param {Channel | undefined} channel
 */
export function isDirect(channel) {
  return channel?.type === 1 || channel?.type === 3;
}

/** @param {Channel} channel */
export function isThread(channel) {
  return THREADS.includes(channel.type);
}
