// The list above the composer: commands, options or choices, used by keyboard or touch.

import { fill, h, icon, uid } from './dom.js';
import { avatar } from './people.js';
import { t } from './texts.js';

export class Suggestions {
  /** `root` is the panel; it is empty and hidden while there is nothing to suggest. */
  constructor(root) {
    Object.assign(this, { root, rows: [], items: [], active: -1, onPick: null });
    this.id = uid('suggestions');
    root.addEventListener('pointerdown', (event) => event.preventDefault());
  }

  /** Shows items {label, description?, user?, icon?, tag?, testid, data}. `first` is the index to highlight. */
  show({ title, hint, items, onPick, first = 0, empty }) {
    Object.assign(this, { items, onPick });
    this.rows = items.map((item, at) => this.row(item, at));
    const list = h('div', { class: 'suggestion-list', role: 'listbox', id: this.id, 'aria-label': title }, this.rows);
    const head = h('header', { class: 'suggestion-head' }, h('span', { class: 'suggestion-title' }, title), hint && h('span', { class: 'suggestion-hint' }, hint));
    fill(this.root, head, this.rows.length ? list : empty && h('p', { class: 'suggestion-empty' }, empty));
    this.root.hidden = false;
    this.light(Math.min(first, items.length - 1));
  }

  row(item, at) {
    const mark = item.user ? avatar(item.user, 24) : item.icon && icon(item.icon, 18);
    return h('div', {
      class: 'suggestion', id: `${this.id}-${at}`, role: 'option', 'data-testid': item.testid, dataset: item.data ?? {},
      onclick: () => this.pick(at), onpointermove: () => this.active !== at && this.light(at, false),
    }, mark, h('span', { class: 'suggestion-text' }, h('span', { class: 'suggestion-label' }, item.label), item.description && h('span', { class: 'suggestion-detail' }, item.description)),
    item.tag && h('span', { class: 'suggestion-tag' }, item.tag));
  }

  hide() {
    Object.assign(this, { items: [], rows: [], active: -1 });
    this.root.hidden = true;
    fill(this.root);
  }

  light(at, scroll = true) {
    this.active = at;
    this.rows.forEach((row, index) => row.setAttribute('aria-selected', String(index === at)));
    if (scroll) this.rows[at]?.scrollIntoView({ block: 'nearest' });
    this.control?.setAttribute('aria-activedescendant', this.rows[at]?.id ?? '');
  }

  /** Connects the list to its input, for screen readers. */
  serve(control) {
    this.control = control;
    control.setAttribute('aria-controls', this.id);
  }

  move(step) {
    if (!this.items.length) return false;
    const at = this.active < 0 ? (step > 0 ? 0 : this.items.length - 1) : (this.active + step + this.items.length) % this.items.length;
    this.light(at);
    return true;
  }

  pick(at = this.active) {
    const item = this.items[at];
    if (!item) return false;
    this.onPick(item);
    return true;
  }

  get open() {
    return !this.root.hidden;
  }

  /** Shows a sentence instead of a list. */
  complain(text) {
    this.hide();
    this.root.hidden = false;
    fill(this.root, h('p', { class: 'suggestion-error', role: 'alert', 'data-testid': 'composer-error' }, text || t('loadFailed')));
  }
}
