// Application commands as a flat list: one leaf per runnable command, with names in the person's language.

import { localized } from './texts.js';

/**
 * @import { Store } from './store.js'
 * @import { Channel, Command, CommandOption, Guild, OptionValue } from './discord.d.ts'
 */

/**
 * A runnable command: `chain` is the command, its group and its subcommand; `name` and `label` are the path in English
 * and in the person's language.
 * @typedef {{
 *   id: string, chain: Node[], name: string, label: string, description: string, options: LeafOption[]
 * }} Leaf
 * @typedef {Command | CommandOption} Node
 * @typedef {CommandOption & { label: string, detail: string }} LeafOption an option in the person's language
 */

const SUBCOMMAND = 1; // types of options
const GROUP = 2;
const TYPED = 1; // types of commands
const ON_PERSON = 2;
const ON_MESSAGE = 3;
const IN_GUILD = 0; // interaction contexts
const IN_BOT_DM = 1;
const IN_OTHER_DM = 2;
const TO_GUILD = 0; // where an app is installed
const TO_USER = 1;
const MANAGE_GUILD = 0x20n;

/**
 * Every runnable command of a channel.
 * @param {Store} store
 * @param {string | null} channelId
 */
export function leaves(store, channelId) {
  return usable(store, channelId, TYPED).flatMap((command) => walk(command, command, []));
}

/**
 * The commands in the menu of a message, in the same form.
 * @param {Store} store
 * @param {string | null} channelId
 */
export function messageCommands(store, channelId) {
  return usable(store, channelId, ON_MESSAGE).map((command) => leafOf(command, [command]));
}

/**
 * The commands in the menu of a person, in the same form.
 * @param {Store} store
 * @param {string | null} channelId
 */
export function personCommands(store, channelId) {
  return usable(store, channelId, ON_PERSON).map((command) => leafOf(command, [command]));
}

/**
 * @param {Store} store
 * @param {string | null} channelId
 * @param {number} type of commands
 */
function usable(store, channelId, type) {
  const guild = store.guildOf(channelId);
  const place = placeOf(store, store.channel(channelId), guild);
  const list = [...(store.commands.global ?? []), ...(guild ? store.commands[guild.id] ?? [] : [])];
  return list.filter((command) => (command.type ?? TYPED) === type && allowed(command, place));
}

/**
 * The channel's interaction context, the integration types of the app there, and whether the person owns the guild.
 * @param {Store} store
 * @param {Channel | undefined} channel
 * @param {Guild | undefined} guild
 */
function placeOf(store, channel, guild) {
  const members = guild?.members ?? channel?.recipients?.map((user) => user.id) ?? [];
  const hasBot = members.includes(store.bot.user?.id ?? '');
  const installed = [];
  if (hasBot) installed.push(TO_GUILD);
  if (store.me.has_app) installed.push(TO_USER);
  const inDm = hasBot ? IN_BOT_DM : IN_OTHER_DM;
  return { context: guild ? IN_GUILD : inDm, installed, isOwner: guild?.owner_id === store.me.id };
}

/**
 * @param {Command} command
 * @param {ReturnType<typeof placeOf>} place
 */
function allowed(command, { context, installed, isOwner }) {
  if (context === IN_BOT_DM && command.dm_permission === false) return false;
  if (command.contexts && !command.contexts.includes(context)) return false;
  if (!installed.some((type) => (command.integration_types ?? [TO_GUILD]).includes(type))) return false;
  if (context !== IN_GUILD || isOwner) return true;
  // The people here who own no guild have no permission to manage one; '0' is for administrators only.
  const needed = command.default_member_permissions ?? null;
  return needed === null || (needed !== '0' && (BigInt(needed) & MANAGE_GUILD) === 0n);
}

/**
 * The leaves below a node of a command.
 * @param {Command} command
 * @param {Node} node
 * @param {Node[]} chain from the command to the node's parent
 * @returns {Leaf[]}
 */
function walk(command, node, chain) {
  const here = [...chain, node];
  const inner = (node.options ?? []).filter((option) => [SUBCOMMAND, GROUP].includes(option.type));
  if (inner.length) return inner.flatMap((option) => walk(command, option, here));
  return [leafOf(command, here)];
}

/**
 * @param {Command} command
 * @param {Node[]} chain
 * @returns {Leaf}
 */
function leafOf(command, chain) {
  const last = chain.at(-1) ?? command;
  return {
    id: command.id,
    chain,
    name: chain.map((node) => node.name).join(' '),
    label: chain.map((node) => localized(node.name_localizations, node.name)).join(' '),
    description: localized(last.description_localizations, last.description),
    options: (last.options ?? []).map((option) => ({
      ...option,
      label: localized(option.name_localizations, option.name),
      detail: localized(option.description_localizations, option.description),
    })),
  };
}

/**
 * What a command is called in the person's language: a typed one by its path, one of a menu by its name.
 * @param {Store} store
 * @param {string | null} channelId
 * @param {string} path in either language
 */
export function commandLabel(store, channelId, path) {
  const kinds = [leaves, messageCommands, personCommands];
  const named = kinds.flatMap((kind) => findLeaf(kind(store, channelId), path) ?? []);
  return named[0]?.label ?? path;
}

/**
 * The leaf with this path, in either language.
 * @param {Leaf[]} all
 * @param {string} path
 */
export function findLeaf(all, path) {
  const wanted = path.trim().toLowerCase();
  return all.find((leaf) => [leaf.name, leaf.label].some((name) => name.toLowerCase() === wanted));
}

/**
 * The leaf that a typed line starts with, the rest of the line, and whether there is none.
 * @param {Leaf[]} all
 * @param {string} line
 */
export function splitLine(all, line) {
  const text = line.replace(/^\//, '');
  const lower = text.toLowerCase();
  for (const leaf of all) {
    for (const name of [leaf.label, leaf.name]) {
      const whole = lower === name.toLowerCase();
      if (whole || lower.startsWith(`${name.toLowerCase()} `)) {
        return { leaf, rest: text.slice(name.length).trimStart(), whole };
      }
    }
  }
  return null;
}

/**
 * Values in Discord's nested shape: inside of their subcommand, and that inside of its group.
 * @param {Leaf} leaf
 * @param {OptionValue[]} values
 */
export function nest(leaf, values) {
  let options = values;
  for (const node of leaf.chain.slice(1).reverse()) {
    options = [{ type: node.type ?? SUBCOMMAND, name: node.name, options }];
  }
  return options;
}

/**
 * "level:3 side:black" as [[option, text]…], and the text before the first option.
 * @param {LeafOption[]} options
 * @param {string} text
 */
export function readOptions(options, text) {
  /** @type {{ option: LeafOption, from: number, start: number }[]} */
  const marks = [];
  for (const match of text.matchAll(/(?:^|\s)([^\s:]+):/g)) {
    const option = optionNamed(options, match[1]);
    if (option) marks.push({ option, from: match.index, start: match.index + match[0].length });
  }
  const pairs = marks.map(({ option, start }, at) => {
    const end = marks[at + 1]?.from ?? text.length;
    return /** @type {const} */ ([option, text.slice(start, end).trim()]);
  });
  return { lead: text.slice(0, marks[0]?.from ?? text.length).trim(), pairs };
}

/**
 * The option with this name, in either language.
 * @param {LeafOption[]} options
 * @param {string | undefined} name
 */
export function optionNamed(options, name) {
  const wanted = name?.toLowerCase();
  return options.find((option) => [option.name, option.label].some((known) => known.toLowerCase() === wanted));
}
