// The window's address holds its person and channel, so that two windows can be two people.

import { device, framing } from './device.js';

/** The person and channel of the address; either can be null. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  return { user: query.get('user'), channel: query.get('channel') };
}

/**
 * The address of a channel for a person, on the device that this window imitates.
 * @param {string} user
 * @param {string | null | undefined} [channel]
 */
export function addressOf(user, channel) {
  const query = new URLSearchParams({ user });
  if (channel) query.set('channel', channel);
  const imitated = device();
  if (imitated) query.set('device', imitated.name);
  return `/?${query}`;
}

/**
 * Writes the window's address, and that of the frame around it; `push` adds an entry to the browser's history.
 * @param {string} user
 * @param {string} channel
 */
export function writeAddress(user, channel, push = false) {
  const address = addressOf(user, channel);
  framing()?.defaultView?.history.replaceState(null, '', address);
  if (address === location.pathname + location.search) return;
  history[push ? 'pushState' : 'replaceState'](null, '', address);
}
