// The list above the composer: commands, options or choices, used by keyboard or touch.

import { fill, h, icon, uid } from './dom.js';
import { avatar } from './people.js';

/**
 * @import { IconName } from './dom.js'
 * @import { User } from './discord.d.ts'
 */

/**
 * @typedef {{
 *   label: string, description?: string, user?: User, icon?: IconName, tag?: string, testid: string,
 *   data?: Record<string, string>, pick: () => unknown
 * }} Suggestion
 */

export class Suggestions {
  id = uid('suggestions');
  /** @type {Suggestion[]} */
  items = [];
  /** @type {HTMLElement[]} an element for each item */
  rows = [];
  /** The index of the highlighted item, or -1. */
  active = -1;
  /** @type {HTMLElement | undefined} the input that the list belongs to */
  control;

  /** @param {HTMLElement} root the panel, empty and hidden while there is nothing to suggest */
  constructor(root) {
    this.root = root;
    root.addEventListener('pointerdown', (event) => event.preventDefault());
  }

  /**
   * Shows items.
   * @param {{ title: string, hint?: string, items: Suggestion[], first?: number, empty?: string }} list
   *   `first` is the index to highlight, -1 for none; `empty` is shown instead of no items
   */
  show({ title, hint, items, first = 0, empty }) {
    this.items = items;
    this.rows = items.map((item, at) => this.row(item, at));
    const list = h('div', { class: 'suggestion-list', role: 'listbox', id: this.id, 'aria-label': title }, this.rows);
    const head = h('header', { class: 'suggestion-head' },
      h('span', { class: 'suggestion-title' }, title), hint && h('span', { class: 'suggestion-hint' }, hint));
    fill(this.root, head, this.rows.length ? list : empty && h('p', { class: 'suggestion-empty' }, empty));
    this.root.hidden = false;
    this.highlight(Math.min(first, items.length - 1));
  }

  /**
   * @param {Suggestion} item
   * @param {number} at
   */
  row(item, at) {
    const mark = item.user ? avatar(item.user, 24) : item.icon && icon(item.icon, 18);
    return h('div', {
      class: 'suggestion', id: `${this.id}-${at}`, role: 'option', 'data-testid': item.testid, dataset: item.data ?? {},
      onclick: () => this.pick(at), onpointermove: () => this.active !== at && this.highlight(at, false),
    },
    mark,
    h('span', { class: 'suggestion-text' },
      h('span', { class: 'suggestion-label' }, item.label),
      item.description && h('span', { class: 'suggestion-detail' }, item.description)),
    item.tag && h('span', { class: 'suggestion-tag' }, item.tag));
  }

  hide() {
    this.items = [];
    this.rows = [];
    this.active = -1;
    this.root.hidden = true;
    fill(this.root);
  }

  /** @param {number} at */
  highlight(at, scroll = true) {
    this.active = at;
    this.rows.forEach((row, index) => row.setAttribute('aria-selected', String(index === at)));
    if (scroll) this.rows[at]?.scrollIntoView({ block: 'nearest' });
    this.control?.setAttribute('aria-activedescendant', this.rows[at]?.id ?? '');
  }

  /**
   * Connects the list to its input, for screen readers.
   * @param {HTMLElement} control
   */
  serve(control) {
    this.control = control;
    control.setAttribute('aria-controls', this.id);
  }

  /**
   * Moves the highlight, around the ends; without one it goes to the first item, or upward to the last.
   * @param {1 | -1} step
   */
  move(step) {
    const count = this.items.length;
    if (!count) return false;
    const from = this.active < 0 && step < 0 ? 0 : this.active;
    this.highlight((from + step + count) % count);
    return true;
  }

  /** Picks an item, by default the highlighted one. Returns false if there is none. */
  pick(at = this.active) {
    const item = this.items[at];
    if (!item) return false;
    item.pick();
    return true;
  }

  get open() {
    return !this.root.hidden;
  }

  /**
   * Shows a sentence instead of a list.
   * @param {string} sentence
   */
  complain(sentence) {
    this.hide();
    this.root.hidden = false;
    fill(this.root, h('p', { class: 'suggestion-error', role: 'alert', 'data-testid': 'composer-error' }, sentence));
  }
}
