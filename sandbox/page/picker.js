// A command being filled in: its name, a pill per option, and a last input that adds options or sends.
// Start reading at `open`.

import { composing, fill, h, icon, iconButton } from './dom.js';
import { nest, optionNamed, readOptions } from './commands.js';
import { filter } from './fuzzy.js';
import { Pill } from './pill.js';
import { offered } from './values.js';
import { t } from './texts.js';

export class Picker {
  /** `onSend(leaf, options)`, `onLeave(text)`; `ask(leaf, options)` requests autocomplete choices. */
  constructor(root, panel, { store, onSend, onLeave, ask }) {
    Object.assign(this, { root, panel, store, onSend, onLeave, ask, leaf: null, pills: [] });
    this.tail = h('input', {
      class: 'tail', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send', 'data-testid': 'command-tail',
      oninput: () => this.tailChanged(), onfocus: () => this.suggestOptions(), onkeydown: (event) => this.tailKey(event),
    });
    root.addEventListener('click', (event) => event.target === this.line && this.tail.focus());
  }

  /** Starts a command; `rest` can already hold "level:3 side:black". */
  open(leaf, rest = '') {
    Object.assign(this, { leaf, pills: [] });
    this.root.hidden = false;
    this.more = h('button', { type: 'button', class: 'more-options', 'data-testid': 'more-options', onclick: () => this.tail.focus() });
    this.line = h('div', { class: 'command-line', role: 'group', 'aria-label': `/${leaf.label}` });
    const cancel = iconButton('close', t('cancelCommand'), () => this.leave(), { class: 'icon-button small', 'data-testid': 'cancel-command' });
    fill(this.root, this.line, cancel);
    fill(this.line, h('span', { class: 'command-name', 'data-testid': 'command-name', dataset: { command: leaf.name } }, icon('slash', 14), leaf.label), this.tail, this.more);
    this.tail.value = '';
    this.tail.setAttribute('aria-label', t('options'));
    for (const option of leaf.options) if (option.required) this.addPill(option);
    this.takeText(rest);
    this.focusNext();
  }

  takeText(text) {
    const { lead, pairs } = readOptions(this.leaf.options, text);
    const first = this.pills.find((pill) => !pill.text);
    if (lead && first && !pairs.length) first.setText(lead);
    else this.tail.value = lead;
    for (const [option, value] of pairs) this.addPill(option).setText(value);
  }

  addPill(option) {
    const there = this.pills.find((pill) => pill.option === option);
    if (there) return there;
    const pill = new Pill(option, this);
    this.pills.push(pill);
    this.line.insertBefore(pill.root, this.tail);
    this.countMore();
    return pill;
  }

  removePill(pill) {
    this.pills = this.pills.filter((other) => other !== pill);
    pill.root.remove();
    this.countMore();
    this.tail.focus();
  }

  get unused() {
    return this.leaf.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  countMore() {
    const n = this.unused.length;
    this.more.hidden = n === 0;
    this.more.textContent = t('moreOptions', { n });
    this.tail.placeholder = n ? '' : t('sendHint');
  }

  /** Focuses the first empty required option, or the last input. */
  focusNext() {
    this.countMore();
    const next = this.pills.find((pill) => !pill.text && pill.option.required);
    (next?.input ?? this.tail).focus();
  }

  suggestOptions() {
    this.panel.serve(this.tail);
    const query = this.tail.value.trim();
    const found = filter(query, this.unused, (option) => [option.label, option.name]);
    const items = found.map((option) => ({
      option, label: option.label, description: option.detail, tag: option.required ? t('required') : t('optional'), testid: 'picker-option', data: { option: option.name },
    }));
    this.panel.show({
      title: `/${this.leaf.label}`, hint: this.leaf.description, items, first: query ? 0 : -1,
      onPick: (item) => this.pickOption(item.option), empty: query ? t('unknownText', { text: query }) : undefined,
    });
  }

  pickOption(option) {
    this.tail.value = '';
    this.addPill(option).input.focus();
  }

  tailChanged() {
    const text = this.tail.value;
    const named = /^\s*([^\s:]+):/.exec(text);
    if (named && optionNamed(this.leaf.options, named[1])) {
      const { pairs } = readOptions(this.leaf.options, text);
      this.tail.value = '';
      let last = null;
      for (const [option, value] of pairs) (last = this.addPill(option)).setText(value);
      last.input.focus();
    } else this.suggestOptions();
  }

  tailKey(event) {
    if (composing(event)) return;
    const empty = !this.tail.value;
    if (event.key === 'Backspace' && empty) this.backFrom(null, event);
    else if (event.key === 'ArrowLeft' && empty) this.pills.at(-1)?.focusEnd();
    else if (!this.listKey(event) && event.key === 'Enter') this.send();
    else if (!event.defaultPrevented && event.key !== 'Enter') return;
    event.preventDefault();
  }

  /** Handles keys that every input of the command shares; returns true if the key was used. */
  listKey(event) {
    if (event.key === 'Escape') return this.leave(), event.preventDefault(), true;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (this.panel.move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
      return event.defaultPrevented;
    }
    const forward = event.key === 'Tab' && !event.shiftKey && event.target === this.tail && this.panel.items.length > 0;
    const enter = event.key === 'Enter' && this.panel.active >= 0;
    if (!forward && !enter) return false;
    event.preventDefault();
    return this.panel.pick(Math.max(0, this.panel.active));
  }

  /** Backspace at the start of a pill or of the last input: one step back. */
  backFrom(pill, event) {
    event.preventDefault();
    const at = pill ? this.pills.indexOf(pill) : this.pills.length;
    if (pill && !pill.option.required) return this.removePill(pill);
    const before = this.pills[at - 1];
    return before ? before.focusEnd() : this.leave(`/${this.leaf.label}`);
  }

  offers(pill) {
    return offered(pill.option, this.store);
  }

  /** Every filled-in option, with the focused one marked, for an autocomplete request. */
  draft(focused) {
    const values = this.pills.flatMap((pill) => {
      const { name, type } = pill.option;
      if (pill === focused) return [{ name, type, value: pill.text, focused: true }];
      const { value } = pill.read();
      return value === undefined ? [] : [{ name, type, value }];
    });
    return nest(this.leaf, values);
  }

  send() {
    const stray = this.tail.value.trim();
    if (stray) return this.refuse(null, t('unknownText', { text: stray }));
    const values = [];
    for (const pill of this.pills) {
      const { value, error } = pill.read();
      if (error) return this.refuse(pill, error);
      if (value !== undefined) values.push({ name: pill.option.name, type: pill.option.type, value });
    }
    const { leaf } = this;
    this.close();
    return this.onSend(leaf, nest(leaf, values));
  }

  refuse(pill, sentence) {
    (pill?.input ?? this.tail).focus();
    pill?.markWrong();
    this.panel.complain(sentence);
  }

  leave(text = '') {
    this.close();
    this.onLeave(text);
  }

  close() {
    Object.assign(this, { leaf: null, pills: [] });
    this.root.hidden = true;
    this.panel.hide();
  }
}
