// How people and channels are shown: names, avatars, badges.

import { h, hexColor, icon } from './dom.js';
import { t } from './texts.js';

/** @import { Channel, User } from './discord.d.ts' */

const COLORS = /** @type {const} */ ([
  '#5865f2', '#c2410c', '#0f766e', '#a21caf', '#b45309', '#1d4ed8', '#be123c', '#4d7c0f',
]);

/**
 * The display name of a user.
 * @param {User | undefined} user
 */
export function displayName(user) {
  return user?.global_name || user?.username || '?';
}

/**
 * The name of a channel, thread or direct message.
 * @param {Channel} channel
 */
export function channelName(channel) {
  return channel.name ?? channel.recipients?.map(displayName).join(', ') ?? '';
}

/** @param {User} user */
function colorOf(user) {
  const given = user.avatar_color;
  if (typeof given === 'number') return hexColor(given);
  if (given) return given;
  return COLORS[Number(BigInt(user.id) % BigInt(COLORS.length))] ?? COLORS[0];
}

/**
 * A round avatar; the bot's shows two stones.
 * @param {User} user
 * @param {number} size in pixels
 * @param {'online' | 'offline'} [state] shown as a dot
 */
export function avatar(user, size, state) {
  const [initial = ''] = displayName(user);
  const disc = user.bot
    ? h('span', { class: 'face bot' }, stones())
    : h('span', { class: 'face', style: { background: colorOf(user) } }, initial.toUpperCase());
  const dot = state && h('span', { class: `presence ${state}` });
  return h('span', { class: 'avatar', style: { '--size': `${size}px` }, 'aria-hidden': 'true' }, disc, dot);
}

function stones() {
  return h('span', { class: 'stones' }, h('i', { class: 'black' }), h('i', { class: 'white' }));
}

/**
 * The APP badge next to the bot's name.
 * @param {User} user
 */
export function badge(user) {
  return user.bot ? h('span', { class: 'badge' }, icon('check', 10), t('app')) : null;
}
