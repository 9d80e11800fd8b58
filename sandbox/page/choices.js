// The options of a select: its own, or people, roles and channels.

import { displayName } from './people.js';
import { localized } from './texts.js';
import { isThread } from './store.js';

/** Options as {value, label, description, emoji, user?, chosen}. */
export function selectOptions(component, store) {
  const defaults = new Set((component.default_values ?? []).map((value) => value.id));
  const mark = (option) => ({ ...option, chosen: defaults.has(option.value) });
  if (component.type === 3) return (component.options ?? []).map((option) => ({ ...option, chosen: option.default === true }));
  if (component.type === 8) return channelOptions(store, component.channel_types).map(mark);
  if (component.type === 6) return roleOptions(store).map(mark);
  return userOptions(store).map(mark);
}

/** The people of the open channel, the bot last. */
export function userOptions(store) {
  const users = store.present().sort((a, b) => Number(a.bot ?? false) - Number(b.bot ?? false));
  return users.map((user) => ({ value: user.id, label: displayName(user), description: user.username, user }));
}

/** The guild's channels of the wanted types. */
export function channelOptions(store, types) {
  const guild = store.guildOf(store.active);
  const list = guild ? store.channelsOf(guild).flatMap(({ channel, threads }) => [channel, ...threads]) : [];
  const wanted = list.filter((channel) => !types?.length || types.includes(channel.type));
  return wanted.map((channel) => ({ value: channel.id, label: channel.name, icon: isThread(channel) ? 'thread' : 'hash' }));
}

/** The guild's roles but @everyone, the highest first. */
export function roleOptions(store) {
  const guild = store.guildOf(store.active);
  const roles = (guild?.roles ?? []).filter((role) => role.id !== guild.id).sort((a, b) => b.position - a.position);
  return roles.map((role) => ({ value: role.id, label: role.name, icon: 'people' }));
}

/** The choices of a command option, with names in the person's language. */
export function choiceOptions(choices) {
  return (choices ?? []).map((choice) => ({
    value: choice.value, label: localized(choice.name_localizations, choice.name), name: choice.name,
  }));
}
