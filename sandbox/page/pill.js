// One option of a command being filled in: its name, an input, and the suggestions for it.

import { composing, h, iconButton } from './dom.js';
import { optionNamed } from './commands.js';
import { contentOf } from './files.js';
import { filter } from './fuzzy.js';
import { exact, readValue } from './values.js';
import { t } from './texts.js';

/**
 * @import { LeafOption } from './commands.js'
 * @import { Picker } from './picker.js'
 * @import { Reading } from './values.js'
 * @import { Value } from './discord.d.ts'
 * @import { Item } from './types.d.ts'
 */

const DEBOUNCE = 180; // milliseconds
const WIDEST = 40; // characters
/** @type {Record<number, string | undefined>} the keyboard of a phone, by type of option */
const NUMERIC = { 4: 'numeric', 10: 'decimal' };
const ATTACHMENT = 11;

export class Pill {
  /** @type {{ value: Value, text: string } | null} the picked value, as long as the text stays as it is */
  picked = null;
  /** @type {Item[] | null} the last answer of autocomplete */
  choices = null;
  /** @type {string | null} the text that `choices` is for */
  answered = null;
  /** The timer, and the number, of the last question to autocomplete. */
  timer = 0;
  question = 0;

  /**
   * @param {LeafOption} option
   * @param {Picker} picker
   */
  constructor(option, picker) {
    this.option = option;
    this.picker = picker;
    this.input = this.textInput();
    const remove = option.required ? null : iconButton('close', t('removeOption', { name: option.label }),
      () => picker.removePill(this), { class: 'icon-button tiny', tabindex: '-1' });
    this.root = h('label', { class: 'pill', 'data-testid': 'option-pill', dataset: { option: option.name } },
      h('span', { class: 'pill-name' }, option.label), this.input,
      option.type === ATTACHMENT && this.fileInput(), remove);
  }

  textInput() {
    const { name, label, detail, type, choices, required } = this.option;
    return h('input', {
      class: 'pill-input', size: 2, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      enterkeyhint: 'send', inputmode: choices?.length ? undefined : NUMERIC[type],
      'aria-label': `${label}: ${detail}`, 'aria-required': String(required ?? false),
      'data-testid': 'option-input', dataset: { option: name },
      oninput: () => this.changed(), onfocus: () => this.suggest(), onkeydown: (event) => this.key(event),
    });
  }

  /** The text is the name of the file; a press on it opens the browser's dialog. */
  fileInput() {
    /** @type {HTMLInputElement} */
    const file = h('input', {
      type: 'file', hidden: true, 'data-testid': 'option-file', dataset: { option: this.option.name },
      onchange: () => this.attach(file.files?.[0]),
    });
    this.input.readOnly = true;
    this.input.placeholder = '📎';
    this.input.addEventListener('click', () => file.click());
    return file;
  }

  /** @param {File | undefined} file */
  async attach(file) {
    if (!file) return;
    this.take(await contentOf(file), file.name);
    this.picker.focusNext();
  }

  get text() {
    return this.input.value.trim();
  }

  /** @param {string} text */
  setText(text) {
    this.picked = null;
    this.input.value = text;
    this.fit();
    const offers = this.picker.offers(this) ?? [];
    const known = text && exact(offers, text);
    if (!known) return;
    const item = offers.find(({ value }) => value === known.value);
    if (item) this.takeItem(item);
  }

  /** @param {Item} item */
  takeItem(item) {
    const channelMark = item.icon ? '#' : '';
    this.take(item.value, (item.user ? '@' : channelMark) + item.label);
  }

  /**
   * @param {Value} value
   * @param {string} text in place of it
   */
  take(value, text) {
    this.input.value = text;
    this.picked = { value, text: this.text };
    this.root.classList.remove('wrong');
    this.fit();
  }

  /** Makes the input as wide as its text; Chinese characters, kana and Hangul count double. */
  fit() {
    const wide = [...this.input.value].reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 0);
    this.input.size = Math.min(Math.max(2, wide), WIDEST);
    this.root.classList.toggle('filled', Boolean(this.text));
  }

  /** @returns {Reading} */
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

  /** "3 side:" inside this option starts the next one; this option's own "level:" is dropped. */
  splitOff() {
    const own = /^([^\s:]+):/.exec(this.input.value);
    if (own && optionNamed([this.option], own[1])) this.input.value = this.input.value.slice(own[0].length).trimStart();
    const [, text = '', name, next = ''] = /^(|.*?\s+)([^\s:]+):(.*)$/.exec(this.input.value) ?? [];
    const option = name && optionNamed(this.picker.options, name);
    if (!option) return;
    this.setText(text.trim());
    const pill = this.picker.addPill(option);
    pill.setText(next.trim());
    pill.input.focus();
  }

  suggest() {
    this.picker.panel.serve(this.input);
    if (this.option.autocomplete) {
      this.askSoon();
      return;
    }
    const offers = this.picker.offers(this) ?? [];
    const query = this.picked ? '' : this.text.replace(/^[@#]/, '');
    this.list(filter(query, offers, (item) => [item.label, item.name, item.description, String(item.value)]));
  }

  /**
   * @param {Item[]} items
   * @param {string} [empty] shown instead of no items
   */
  list(items, empty) {
    this.picker.panel.show({
      title: this.option.label, hint: this.option.detail, first: this.highlighted(items), empty,
      items: items.map((item) => ({
        label: item.label, description: item.description, user: item.user, icon: item.icon, testid: 'picker-choice',
        data: { value: String(item.value) }, pick: () => this.pick(item),
      })),
    });
  }

  /**
   * The index of the item to highlight: the picked one, or the first; none while the list is for an earlier text.
   * @param {Item[]} items
   */
  highlighted(items) {
    const { picked } = this;
    if (picked) return items.findIndex(({ value }) => value === picked.value);
    return this.isStale ? -1 : 0;
  }

  /** @param {Item} item */
  pick(item) {
    this.takeItem(item);
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
    const { picker, text } = this;
    if (!picker.pills.includes(this)) return;
    this.question += 1;
    const { question } = this;
    const choices = await picker.choicesOf(this);
    // The answer is too late if the person has typed on, or has gone elsewhere.
    const isHere = document.activeElement === this.input && picker.panel.control === this.input;
    if (question !== this.question || !isHere) return;
    this.choices = choices ?? [];
    this.answered = text;
    this.list(this.choices, choices ? t('noMatch') : t('loadFailed'));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (composing(event)) return;
    const start = this.input.selectionStart === 0 && this.input.selectionEnd === 0;
    if (event.key === 'Backspace' && start) this.picker.backFrom(this, event);
    else if (event.key === 'Enter' && this.done()) this.finish(event);
    else if (event.key === 'Tab' && !event.shiftKey) this.tab(event);
    else if (!this.picker.listKey(event) && event.key === 'Enter') this.finish(event);
  }

  /** Enter sends if the text is already a value; otherwise it takes the highlighted suggestion. */
  done() {
    if (!this.text) return false;
    if (!this.option.autocomplete) return this.read().value !== undefined;
    return this.picked !== null || !this.picker.panel.items.length || exact(this.choices ?? [], this.text) !== null;
  }

  /** @param {KeyboardEvent} event */
  finish(event) {
    event.preventDefault();
    const missing = this.picker.pills.find((pill) => pill !== this && !pill.text && pill.option.required);
    if (missing && this.read().value !== undefined) missing.input.focus();
    else this.picker.send();
  }

  /** @param {KeyboardEvent} event */
  tab(event) {
    event.preventDefault();
    const { panel } = this.picker;
    const highlighted = panel.active >= 0 && panel.items.length > 0;
    if (!this.picked && this.text && highlighted && !exact(this.picker.offers(this) ?? [], this.text)) panel.pick();
    else this.picker.focusNext();
  }
}
