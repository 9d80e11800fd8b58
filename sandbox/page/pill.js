// One option of a command being filled in: its name, an input, and the suggestions for it.

import { composing, h, iconButton } from './dom.js';
import { optionNamed } from './commands.js';
import { contentOf } from './files.js';
import { filter } from './fuzzy.js';
import { exact, readValue } from './values.js';
import { t } from './texts.js';

const DEBOUNCE = 180;
const NUMERIC = { 4: 'numeric', 10: 'decimal' };
const ATTACHMENT = 11;
const MARKS = { user: '@', hash: '#' };

export class Pill {
  constructor(option, picker) {
    Object.assign(this, { option, picker, picked: null, timer: 0, asked: 0, choices: null, answered: null });
    this.input = h('input', {
      class: 'pill-input', size: 2, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send',
      inputmode: option.choices?.length ? undefined : NUMERIC[option.type], 'aria-label': `${option.label}: ${option.detail}`, 'aria-required': String(option.required ?? false),
      'data-testid': 'option-input', dataset: { option: option.name },
      oninput: () => this.changed(), onfocus: () => this.suggest(), onkeydown: (event) => this.key(event),
    });
    if (option.type === ATTACHMENT) this.file = this.fileInput();
    const remove = option.required ? null : iconButton('close', t('removeOption', { name: option.label }), () => picker.removePill(this), { class: 'icon-button tiny', tabindex: '-1' });
    this.root = h('label', { class: 'pill', 'data-testid': 'option-pill', dataset: { option: option.name } }, h('span', { class: 'pill-name' }, option.label), this.input, this.file, remove);
  }

  // The text is the name of the file; a press on it opens the browser's dialog.
  fileInput() {
    Object.assign(this.input, { readOnly: true, onclick: () => this.file.click(), placeholder: '📎' });
    return h('input', { type: 'file', hidden: true, 'data-testid': 'option-file', dataset: { option: this.option.name }, onchange: () => this.attach(this.file.files[0]) });
  }

  async attach(file) {
    if (!file) return;
    this.pick({ value: await contentOf(file), label: file.name });
  }

  get text() {
    return this.input.value.trim();
  }

  setText(text) {
    this.picked = null;
    this.input.value = text;
    this.fit();
    const known = text && exact(this.picker.offers(this) ?? [], text);
    if (known) this.settle(known.value);
  }

  settle(value) {
    const item = (this.picker.offers(this) ?? []).find((one) => one.value === value);
    this.take(item ?? { value, label: String(value) });
  }

  take(item) {
    const mark = item.user ? MARKS.user : item.icon ? MARKS.hash : '';
    this.input.value = mark + item.label;
    this.picked = { value: item.value, text: this.text };
    this.root.classList.remove('wrong');
    this.fit();
  }

  fit() {
    const wide = [...this.input.value].reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 0);
    this.input.size = Math.min(Math.max(2, wide), 40);
    this.root.classList.toggle('filled', Boolean(this.text));
  }

  /** {value} | {error} | {} */
  read() {
    if (this.picked && this.picked.text === this.text) return { value: this.picked.value };
    return readValue(this.option, this.text, this.picker.store);
  }

  markWrong() {
    this.root.classList.add('wrong');
  }

  focusEnd() {
    this.input.focus();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
  }

  changed() {
    this.picked = null;
    this.root.classList.remove('wrong');
    this.splitOff();
    this.fit();
    if (document.activeElement === this.input) this.suggest();
  }

  // "3 side:" inside this option starts the next one; this option's own "level:" is dropped.
  splitOff() {
    const own = /^([^\s:]+):/.exec(this.input.value);
    if (own && optionNamed([this.option], own[1])) this.input.value = this.input.value.slice(own[0].length).trimStart();
    const next = /^(|.*?\s+)([^\s:]+):(.*)$/.exec(this.input.value);
    const option = next && optionNamed(this.picker.leaf.options, next[2]);
    if (!option) return;
    this.setText(next[1].trim());
    const pill = this.picker.addPill(option);
    pill.setText(next[3].trim());
    pill.input.focus();
  }

  suggest() {
    this.picker.panel.serve(this.input);
    if (this.option.autocomplete) return this.askSoon();
    const all = this.picker.offers(this);
    const query = this.picked ? '' : this.text.replace(/^[@#]/, '');
    return this.list(all ? filter(query, all, (item) => [item.label, item.name, item.description, String(item.value)]) : []);
  }

  list(items, empty) {
    const { panel } = this.picker;
    const at = this.picked ? items.findIndex((item) => item.value === this.picked.value) : this.isStale ? -1 : 0;
    panel.show({
      title: this.option.label, hint: this.option.detail, first: at, onPick: (item) => this.pick(item), empty,
      items: items.map((item) => ({ ...item, testid: 'picker-choice', data: { value: String(item.value) } })),
    });
  }

  pick(item) {
    this.take(item);
    this.picker.focusNext();
  }

  /** Whether the list still matches an earlier text. Then nothing is highlighted, and Enter sends the typed text. */
  get isStale() {
    return Boolean(this.option.autocomplete) && this.answered !== this.text;
  }

  askSoon() {
    clearTimeout(this.timer);
    if (this.choices) this.list(this.choices, t('noMatch'));
    else this.list([], t('loading'));
    this.timer = setTimeout(() => this.askNow(), this.text ? DEBOUNCE : 0);
  }

  async askNow() {
    const { picker } = this;
    if (!picker.pills.includes(this) || !picker.leaf) return;
    const turn = ++this.asked;
    const { text } = this;
    const choices = await picker.ask(picker.leaf, picker.draft(this));
    if (turn !== this.asked || document.activeElement !== this.input || picker.panel.control !== this.input) return;
    Object.assign(this, { choices: choices ?? [], answered: text });
    this.list(this.choices, choices ? t('noMatch') : t('loadFailed'));
  }

  key(event) {
    if (composing(event)) return;
    const start = this.input.selectionStart === 0 && this.input.selectionEnd === 0;
    if (event.key === 'Backspace' && start) this.picker.backFrom(this, event);
    else if (event.key === 'Enter' && this.done()) this.finish(event);
    else if (event.key === 'Tab' && !event.shiftKey) this.tab(event);
    else if (!this.picker.listKey(event) && event.key === 'Enter') this.finish(event);
  }

  // Enter sends if the text is already a value; otherwise it takes the highlighted suggestion.
  done() {
    if (!this.text) return false;
    if (this.option.autocomplete) return this.picked || !this.picker.panel.items.length || Boolean(exact(this.choices ?? [], this.text));
    return this.read().value !== undefined;
  }

  finish(event) {
    event.preventDefault();
    const missing = this.picker.pills.find((pill) => pill !== this && !pill.text && pill.option.required);
    if (missing && this.read().value !== undefined) missing.input.focus();
    else this.picker.send();
  }

  tab(event) {
    event.preventDefault();
    const lit = this.picker.panel.active >= 0 && this.picker.panel.items.length;
    if (!this.picked && this.text && lit && !exact(this.picker.offers(this) ?? [], this.text)) this.picker.panel.pick();
    else this.picker.focusNext();
  }
}
