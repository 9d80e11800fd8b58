// Who this window is and what it looks at lives in its address, so that two windows can be two people.

/** The person and channel the address names, either may be null. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  return { user: query.get('user'), channel: query.get('channel') };
}

/** The address at which a person sees a channel. */
export function addressOf(user, channel) {
  const query = new URLSearchParams({ user });
  if (channel) query.set('channel', channel);
  return `/?${query}`;
}

/** Writes the address of this window; `push` makes the browser's Back come here again. */
export function writeAddress(user, channel, push = false) {
  const address = addressOf(user, channel);
  if (address === location.pathname + location.search) return;
  history[push ? 'pushState' : 'replaceState'](null, '', address);
}
