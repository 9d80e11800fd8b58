// A command being filled in: its name, a pill per option, and a last input that adds options or sends.
// Start reading at `open`.

import { composing, fill, h, icon, iconButton } from './dom.js';
import { choiceOptions } from './choices.js';
import { nest, optionNamed, readOptions } from './commands.js';
import { filter } from './fuzzy.js';
import { Pill } from './pill.js';
import { exact, offered } from './values.js';
import { t } from './texts.js';

/**
 * @import { Leaf, LeafOption } from './commands.js'
 * @import { Store } from './store.js'
 * @import { Suggestion, Suggestions } from './suggestions.js'
 * @import { OptionValue } from './discord.d.ts'
 * @import { Item } from './types.d.ts'
 */

/**
 * What the picker reports: a complete command, one that was given up for a text, and (`ask`) one whose focused option
 * wants choices, null without an answer.
 * @typedef {{
 *   onSend: (leaf: Leaf, options: OptionValue[]) => void,
 *   onLeave: (text: string) => void,
 *   ask: (leaf: Leaf, options: OptionValue[]) => Promise<Item[] | null>
 * }} Hooks
 */

export class Picker {
  /** @type {Leaf | null} the command; null while there is none */
  leaf = null;
  /** @type {Pill[]} */
  pills = [];

  /**
   * @param {HTMLElement} root
   * @param {Suggestions} panel
   * @param {Store} store
   * @param {Hooks} hooks
   */
  constructor(root, panel, store, hooks) {
    this.root = root;
    this.panel = panel;
    this.store = store;
    this.hooks = hooks;
    this.tail = h('input', {
      class: 'tail', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send',
      'data-testid': 'command-tail',
      oninput: () => this.tailChanged(), onfocus: () => this.suggestOptions(),
      onkeydown: (event) => this.tailKey(event),
    });
    this.more = h('button', {
      type: 'button', class: 'more-options', 'data-testid': 'more-options', onclick: () => this.tail.focus(),
    });
    this.line = h('div', { class: 'command-line', role: 'group' });
    this.line.addEventListener('click', (event) => event.target === this.line && this.tail.focus());
  }

  /** The options of the command. */
  get options() {
    return this.leaf?.options ?? [];
  }

  /**
   * Starts a command; `rest` can already hold "level:3 side:black".
   * @param {Leaf} leaf
   */
  open(leaf, rest = '') {
    this.leaf = leaf;
    this.pills = [];
    this.root.hidden = false;
    const cancel = iconButton('close', t('cancelCommand'), () => this.leave(), {
      class: 'icon-button small', 'data-testid': 'cancel-command',
    });
    const name = h('span', { class: 'command-name', 'data-testid': 'command-name', dataset: { command: leaf.name } },
      icon('slash', 14), leaf.label);
    this.line.setAttribute('aria-label', `/${leaf.label}`);
    fill(this.line, name, this.tail, this.more);
    fill(this.root, this.line, cancel);
    this.tail.value = '';
    this.tail.setAttribute('aria-label', t('options'));
    for (const option of leaf.options) if (option.required) this.addPill(option);
    this.takeText(rest);
    this.focusNext();
  }

  /**
   * Fills in the options of a text; what is before them goes to the first empty option, or stays.
   * @param {string} text
   */
  takeText(text) {
    const { lead, pairs } = readOptions(this.options, text);
    const first = this.pills.find((pill) => !pill.text);
    if (lead && first && !pairs.length) first.setText(lead);
    else this.tail.value = this.takeChoices(lead);
    for (const [option, value] of pairs) this.addPill(option).setText(value);
  }

  /**
   * Fills in the options whose choices a text begins with: "go ladder" is a game and a theme. Returns the rest.
   * @param {string} text
   * @returns {string}
   */
  takeChoices(text) {
    const words = text.split(/\s+/).filter(Boolean);
    for (let count = words.length; count > 0; count -= 1) {
      const name = words.slice(0, count).join(' ');
      const option = this.unused.find(({ choices }) => choices && exact(choiceOptions(choices), name));
      if (option) {
        this.addPill(option).setText(name);
        return this.takeChoices(words.slice(count).join(' '));
      }
    }
    return text;
  }

  /**
   * The pill of an option, a new one if there is none.
   * @param {LeafOption} option
   */
  addPill(option) {
    const existing = this.pills.find((pill) => pill.option === option);
    if (existing) return existing;
    const pill = new Pill(option, this);
    this.pills.push(pill);
    this.line.insertBefore(pill.root, this.tail);
    this.countMore();
    return pill;
  }

  /** @param {Pill} pill */
  removePill(pill) {
    this.pills = this.pills.filter((other) => other !== pill);
    pill.root.remove();
    this.countMore();
    this.tail.focus();
  }

  get unused() {
    return this.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  /** Says how many options can be added. */
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
    if (!this.leaf) return;
    this.panel.serve(this.tail);
    const query = this.tail.value.trim();
    const matching = filter(query, this.unused, (option) => [option.label, option.name]);
    const options = matching.map((option) => ({
      label: option.label, description: option.detail, tag: t(option.required ? 'required' : 'optional'),
      testid: 'picker-option', data: { option: option.name }, pick: () => this.pickOption(option),
    }));
    this.panel.show({
      title: `/${this.leaf.label}`, hint: this.leaf.description, first: query ? 0 : -1,
      empty: query ? t('unknownText', { text: query }) : undefined,
      items: query ? [...options, ...this.choicesLike(query)] : options,
    });
  }

  /**
   * The choices of all options that match a text, so that nobody has to name the option first.
   * @param {string} query
   * @returns {Suggestion[]}
   */
  choicesLike(query) {
    const all = this.unused.flatMap((option) => choiceOptions(option.choices ?? []).map((item) => ({ option, item })));
    return filter(query, all, ({ item }) => [item.label, item.name, String(item.value)]).map(({ option, item }) => ({
      label: item.label, description: option.detail, tag: option.label, testid: 'picker-choice',
      data: { value: String(item.value) }, pick: () => {
        this.tail.value = '';
        this.addPill(option).pick(item);
        this.suggestOptions();
      },
    }));
  }

  /** @param {LeafOption} option */
  pickOption(option) {
    this.tail.value = '';
    this.addPill(option).input.focus();
  }

  /** "level:" in the last input starts that option; a choice and a space after it fill one in. */
  tailChanged() {
    const text = this.tail.value;
    const named = /^\s*([^\s:]+):/.exec(text);
    if (!named || !optionNamed(this.options, named[1])) {
      if (text.endsWith(' ')) this.tail.value = this.takeChoices(text);
      this.suggestOptions();
      return;
    }
    this.tail.value = '';
    const pills = readOptions(this.options, text).pairs.map(([option, value]) => {
      const pill = this.addPill(option);
      pill.setText(value);
      return pill;
    });
    pills.at(-1)?.input.focus();
  }

  /** @param {KeyboardEvent} event */
  tailKey(event) {
    if (composing(event)) return;
    const empty = !this.tail.value;
    if (event.key === 'Backspace' && empty) this.backFrom(null, event);
    else if (event.key === 'ArrowLeft' && empty) this.pills.at(-1)?.focusEnd();
    else if (!this.listKey(event) && event.key === 'Enter') this.send();
    else if (!event.defaultPrevented && event.key !== 'Enter') return;
    event.preventDefault();
  }

  /**
   * Handles keys that every input of the command shares; returns true if the key was used.
   * @param {KeyboardEvent} event
   */
  listKey(event) {
    if (event.key === 'Escape') {
      this.leave();
      event.preventDefault();
      return true;
    }
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

  /**
   * Backspace at the start of a pill or of the last input: one step back.
   * @param {Pill | null} pill null: the last input
   * @param {KeyboardEvent} event
   */
  backFrom(pill, event) {
    event.preventDefault();
    if (pill && !pill.option.required) {
      this.removePill(pill);
      return;
    }
    const at = pill ? this.pills.indexOf(pill) : this.pills.length;
    const before = this.pills[at - 1];
    if (before) before.focusEnd();
    else this.leave(`/${this.leaf?.label ?? ''}`);
  }

  /** @param {Pill} pill */
  offers(pill) {
    return offered(pill.option, this.store);
  }

  /**
   * Asks for the choices of an option, with every filled-in option and this one marked as focused. Null without an
   * answer.
   * @param {Pill} focused
   */
  async choicesOf(focused) {
    if (!this.leaf) return null;
    const values = this.pills.flatMap((pill) => {
      const { name, type } = pill.option;
      if (pill === focused) return [{ name, type, value: pill.text, focused: true }];
      const { value } = pill.read();
      return value === undefined ? [] : [{ name, type, value }];
    });
    return this.hooks.ask(this.leaf, nest(this.leaf, values));
  }

  /** Sends the command, or says what is missing or wrong. */
  send() {
    const { leaf } = this;
    if (!leaf) return;
    const stray = this.tail.value.trim();
    if (stray) {
      this.refuse(null, t('unknownText', { text: stray }));
      return;
    }
    const values = [];
    for (const pill of this.pills) {
      const { value, error } = pill.read();
      if (error) {
        this.refuse(pill, error);
        return;
      }
      if (value !== undefined) values.push({ name: pill.option.name, type: pill.option.type, value });
    }
    this.close();
    this.hooks.onSend(leaf, nest(leaf, values));
  }

  /**
   * @param {Pill | null} pill what is wrong; null: the last input
   * @param {string} sentence
   */
  refuse(pill, sentence) {
    (pill?.input ?? this.tail).focus();
    pill?.markWrong();
    this.panel.complain(sentence);
  }

  leave(text = '') {
    this.close();
    this.hooks.onLeave(text);
  }

  close() {
    this.leaf = null;
    this.pills = [];
    this.root.hidden = true;
    this.panel.hide();
  }
}
