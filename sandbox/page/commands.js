// Application commands as a flat list: one leaf per runnable command, with names in the person's language.

import { localized } from './texts.js';

const [SUBCOMMAND, GROUP] = [1, 2];
const [TYPED, ON_MESSAGE] = [1, 3];
const MANAGE_GUILD = 0x20n;

/** Every runnable command of a channel: {name, label, description, options, chain, id}. */
export function leaves(store, channelId) {
  return usable(store, channelId, TYPED).flatMap((command) => walk(command, command, []));
}

/** The commands in the menu of a message, in the same form. */
export function messageCommands(store, channelId) {
  return usable(store, channelId, ON_MESSAGE).map((command) => leaf(command, [command]));
}

function usable(store, channelId, type) {
  const guild = store.guildOf(channelId);
  const place = placeOf(store, store.channel(channelId), guild);
  const list = [...(store.commands.global ?? []), ...(guild ? store.commands[guild.id] ?? [] : [])];
  return list.filter((command) => (command.type ?? TYPED) === type && allowed(command, place, store.isOwner(channelId)));
}

// The channel's interaction context and the integration types of the app there, as Discord numbers them.
function placeOf(store, channel, guild) {
  const isMember = (guild?.members ?? channel?.recipients?.map((user) => user.id) ?? []).includes(store.bot?.user?.id);
  const context = guild ? 0 : isMember ? 1 : 2;
  return { context, added: [isMember && 0, store.me?.has_app && 1].filter((one) => one !== false && one !== undefined) };
}

function allowed(command, { context, added }, owner) {
  if (context === 1 && command.dm_permission === false) return false;
  if (command.contexts && !command.contexts.includes(context)) return false;
  if (!added.some((one) => (command.integration_types ?? [0]).includes(one))) return false;
  if (context !== 0) return true;
  const needed = command.default_member_permissions;
  return owner || needed === null || needed === undefined || (BigInt(needed) & MANAGE_GUILD) === 0n && needed !== '0';
}

function walk(command, node, chain) {
  const here = [...chain, node];
  const inner = (node.options ?? []).filter((option) => [SUBCOMMAND, GROUP].includes(option.type));
  if (inner.length) return inner.flatMap((option) => walk(command, option, here));
  return [leaf(command, here)];
}

function leaf(command, chain) {
  const last = chain.at(-1);
  return {
    id: command.id,
    chain,
    name: chain.map((node) => node.name).join(' '),
    label: chain.map((node) => localized(node.name_localizations, node.name)).join(' '),
    description: localized(last.description_localizations, last.description),
    options: (last.options ?? []).map(optionOf),
  };
}

function optionOf(option) {
  return {
    ...option,
    label: localized(option.name_localizations, option.name),
    detail: localized(option.description_localizations, option.description),
  };
}

/** The leaf with this path, in either language. */
export function findLeaf(all, path) {
  const wanted = path.trim().toLowerCase();
  return all.find((one) => [one.name, one.label].some((name) => name.toLowerCase() === wanted));
}

/** The leaf that a typed line starts with, and the rest of the line. */
export function splitLine(all, line) {
  const text = line.replace(/^\//, '');
  for (const one of all) {
    for (const name of [one.label, one.name]) {
      if (text.toLowerCase().startsWith(`${name.toLowerCase()} `) || text.toLowerCase() === name.toLowerCase()) {
        return { leaf: one, rest: text.slice(name.length).trimStart(), whole: text.length === name.length };
      }
    }
  }
  return null;
}

/** Values in Discord's nested shape. */
export function nest(leafOf, values) {
  let options = values;
  for (const node of [...leafOf.chain.slice(1)].reverse()) options = [{ type: node.type, name: node.name, options }];
  return options;
}

/** "level:3 side:black" as [[option, text]…], and the text before the first option. */
export function readOptions(options, text) {
  const marks = [];
  for (const match of text.matchAll(/(^|\s)([^\s:]+):/g)) {
    const option = optionNamed(options, match[2]);
    if (option) marks.push({ option, from: match.index, start: match.index + match[0].length });
  }
  const pairs = marks.map((mark, at) => [mark.option, text.slice(mark.start, marks[at + 1]?.from ?? text.length).trim()]);
  return { lead: text.slice(0, marks[0]?.from ?? text.length).trim(), pairs };
}

/** The option with this name, in either language. */
export function optionNamed(options, name) {
  const wanted = name.toLowerCase();
  return options.find((option) => [option.name, option.label].some((one) => one.toLowerCase() === wanted));
}
