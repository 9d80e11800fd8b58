// Short notices at the bottom of the window.

import { h } from './dom.js';

const SHOWN = 5000;

/** Shows a notice; errors are marked. */
export function toast(text, kind = 'error') {
  const node = h('p', { class: `toast ${kind}`, 'data-testid': 'toast' }, text);
  document.getElementById('toasts').append(node);
  setTimeout(() => node.remove(), SHOWN);
}
