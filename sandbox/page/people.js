// How people and channels are shown: names, avatars, badges.

import { h, icon } from './dom.js';
import { t } from './texts.js';

const COLOURS = ['#5865f2', '#c2410c', '#0f766e', '#a21caf', '#b45309', '#1d4ed8', '#be123c', '#4d7c0f'];

/** The display name of a user. */
export function displayName(user) {
  return user?.global_name || user?.username || '?';
}

/** The name of a channel, thread or direct message. */
export function channelName(channel) {
  return channel.name ?? channel.recipients?.map(displayName).join(', ') ?? '';
}

function colourOf(user) {
  const given = user.avatar_color;
  if (typeof given === 'number') return `#${given.toString(16).padStart(6, '0')}`;
  if (given) return given;
  return COLOURS[Number(BigInt(user.id || 0) % BigInt(COLOURS.length))];
}

/** A round avatar; the bot's shows two stones. */
export function avatar(user, size = 40, state) {
  const face = user.bot ? stones() : [...displayName(user)][0].toUpperCase();
  const disc = h('span', { class: user.bot ? 'face bot' : 'face', style: user.bot ? {} : { background: colourOf(user) } }, face);
  const dot = state && h('span', { class: `presence ${state}` });
  return h('span', { class: 'avatar', style: { '--size': `${size}px` }, 'aria-hidden': 'true' }, disc, dot);
}

function stones() {
  const span = h('span', { class: 'stones' });
  span.append(h('i', { class: 'black' }), h('i', { class: 'white' }));
  return span;
}

/** The APP badge next to the bot's name. */
export function badge(user) {
  return user.bot ? h('span', { class: 'badge' }, icon('check', 10), t('app')) : null;
}
