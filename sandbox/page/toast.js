// Short notices at the bottom of the window.

import { byId, h } from './dom.js';

const SHOWN = 5000;

/**
 * Shows a notice; errors are marked.
 * @param {string} text
 * @param {'error' | 'info'} kind
 */
export function toast(text, kind = 'error') {
  const node = h('p', { class: `toast ${kind}`, 'data-testid': 'toast' }, text);
  byId('toasts').append(node);
  setTimeout(() => node.remove(), SHOWN);
}
