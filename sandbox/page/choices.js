// The options of a select: its own, or people, roles and channels.

import { displayName } from './people.js';
import { localized } from './texts.js';
import { isThread } from './store.js';

/**
 * @import { Store } from './store.js'
 * @import { Choice, SelectMenu } from './discord.d.ts'
 * @import { Item, SelectItem } from './types.d.ts'
 */

/**
 * What a select offers.
 * @param {SelectMenu} component
 * @param {Store} store
 * @returns {SelectItem[]}
 */
export function selectOptions(component, store) {
  if (component.type === 3) {
    return (component.options ?? []).map((option) => ({ ...option, chosen: option.default === true }));
  }
  const defaults = new Set((component.default_values ?? []).map((value) => value.id));
  return entities(component, store).map((item) => ({ ...item, chosen: defaults.has(item.value) }));
}

/**
 * The channels, roles or people that a select of this type offers.
 * @param {SelectMenu} component
 * @param {Store} store
 */
function entities(component, store) {
  if (component.type === 8) return channelOptions(store, component.channel_types);
  return component.type === 6 ? roleOptions(store) : userOptions(store);
}

/**
 * The people of the open channel, the bot last.
 * @param {Store} store
 * @returns {Item<string>[]}
 */
export function userOptions(store) {
  const users = store.present().sort((a, b) => Number(a.bot ?? false) - Number(b.bot ?? false));
  return users.map((user) => ({ value: user.id, label: displayName(user), description: user.username, user }));
}

/**
 * The guild's channels of these types, or of any type.
 * @param {Store} store
 * @param {number[]} [types]
 * @returns {Item<string>[]}
 */
export function channelOptions(store, types) {
  const guild = store.guildOf(store.active);
  const list = guild ? store.channelsOf(guild).flatMap(({ channel, threads }) => [channel, ...threads]) : [];
  const wanted = list.filter((channel) => !types?.length || types.includes(channel.type));
  return wanted.map((channel) => ({
    value: channel.id, label: channel.name ?? '', icon: isThread(channel) ? 'thread' : 'hash',
  }));
}

/**
 * The guild's roles but @everyone, the highest first.
 * @param {Store} store
 * @returns {Item<string>[]}
 */
export function roleOptions(store) {
  const guild = store.guildOf(store.active);
  const roles = (guild?.roles ?? []).filter((role) => role.id !== guild?.id).sort((a, b) => b.position - a.position);
  return roles.map((role) => ({ value: role.id, label: role.name, icon: 'people' }));
}

/**
 * The choices of a command option, with names in the person's language.
 * @param {Choice[]} choices
 * @returns {Item<string | number>[]}
 */
export function choiceOptions(choices) {
  return choices.map((choice) => ({
    value: choice.value, label: localized(choice.name_localizations, choice.name), name: choice.name,
  }));
}
