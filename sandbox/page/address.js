// The window's address holds its person and channel, so that two windows can be two people.

/** The person and channel of the address; either can be null. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  return { user: query.get('user'), channel: query.get('channel') };
}

/** The address of a channel for a person. */
export function addressOf(user, channel) {
  const query = new URLSearchParams({ user });
  if (channel) query.set('channel', channel);
  return `/?${query}`;
}

/** Writes the window's address; `push` adds an entry to the browser's history. */
export function writeAddress(user, channel, push = false) {
  const address = addressOf(user, channel);
  if (address === location.pathname + location.search) return;
  history[push ? 'pushState' : 'replaceState'](null, '', address);
}
