// The page's first script. With `?device=390x844` in the address the window is that device: the page leaves the room
// that a client's own bars take, and in a larger window it is shown in a frame of the device's size.

import { h } from './dom.js';
import { devices } from './sizes.js';
import { startTheme } from './theme.js';

/** The device of the address as {name, width, height}; undefined without one. */
export function device() {
  const name = new URLSearchParams(location.search).get('device');
  return devices().find((known) => known.name === name);
}

/** The document of the frame around this one; null outside of a frame. */
export function framing() {
  return window.frameElement?.ownerDocument ?? null;
}

/**
 * Opens the same person and channel on another device, or in the plain window.
 * @param {string} [name]
 */
export function useDevice(name) {
  const query = new URLSearchParams(location.search);
  query.delete('device');
  if (name) query.set('device', name);
  (framing()?.defaultView ?? window).location.assign(`/?${query}`);
}

/** @param {{ name: string, width: number, height: number }} size */
function frame({ name, width, height }) {
  startTheme();
  document.title = `Daeguk · ${name}`;
  document.body.replaceChildren(h('iframe', { class: 'device', title: name, src: location.href, width, height }));
}

function start() {
  const wanted = device();
  if (wanted && !framing() && (innerWidth > wanted.width || innerHeight > wanted.height)) {
    frame(wanted);
    return;
  }
  document.documentElement.classList.toggle('imitating', Boolean(wanted));
  void import('./main.js');
}

start();
