// A custom select for touch, mouse and keyboard, with descriptions and emoji.

import { focus, h, icon, uid } from './dom.js';
import { avatar } from './people.js';
import { dots, emoji } from './marks.js';
import { popup } from './popup.js';
import { t } from './texts.js';

/**
 * @import { Popup } from './popup.js'
 * @import { SelectMenu } from './discord.d.ts'
 * @import { SelectItem } from './types.d.ts'
 */

/**
 * @typedef {object} SelectProps
 * @property {SelectMenu} component
 * @property {() => SelectItem[]} options what can be chosen now
 * @property {(values: string[]) => void} onChange is called when a choice is complete
 * @property {boolean} [pending] whether it waits for the bot
 * @property {string} [id] of a field with a label
 * @property {string} [describedBy] the id of the field's error
 */

const TYPED_TOGETHER = 700; // milliseconds between letters that are searched together

/**
 * The closed select.
 * @param {SelectProps} props
 */
export function selectControl({ component, options, pending = false, onChange, id, describedBy }) {
  let chosen = options().filter((option) => option.chosen).map((option) => option.value);
  const face = h('span', { class: 'select-face' });
  const draw = () => {
    face.replaceChildren(...faceOf(options().filter((option) => chosen.includes(option.value)), component));
  };
  /** @param {string[]} values */
  const commit = (values) => {
    chosen = values;
    draw();
    onChange(values);
  };
  const openList = () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    if (!pending && !isOpen) openOptions(button, component, options(), chosen, commit);
  };
  /** @type {HTMLButtonElement} */
  const button = h('button', {
    type: 'button', id, class: `select${pending ? ' pending' : ''}`, disabled: component.disabled,
    role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-describedby': describedBy,
    'aria-label': id ? undefined : component.placeholder || t('choose'),
    dataset: { customId: component.custom_id, componentType: String(component.type) },
    onclick: openList,
    onkeydown: (event) => {
      if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
      event.preventDefault();
      openList();
    },
  }, face, pending ? dots() : icon('chevron'));
  draw();
  return button;
}

/**
 * @param {SelectItem[]} chosen
 * @param {SelectMenu} component
 */
function faceOf(chosen, component) {
  if (!chosen.length) return [h('span', { class: 'placeholder' }, component.placeholder || t('choose'))];
  return chosen.map((option) => h('span', { class: 'chosen' }, optionMark(option, 18), h('span', {}, option.label)));
}

/**
 * @param {SelectItem} option
 * @param {number} size
 */
function optionMark(option, size) {
  if (option.user) return avatar(option.user, size);
  return option.icon ? icon(option.icon, size) : emoji(option.emoji);
}

/**
 * Opens the list. One choice is complete at once; several when the list closes.
 * @param {HTMLElement} button
 * @param {SelectMenu} component
 * @param {SelectItem[]} options
 * @param {string[]} chosen
 * @param {(values: string[]) => void} commit
 */
function openOptions(button, component, options, chosen, commit) {
  const { placeholder } = component;
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const many = max > 1;
  const picked = new Set(chosen);
  const finish = () => {
    const values = options.map((option) => option.value).filter((value) => picked.has(value));
    if (many && values.length >= min && !sameValues(values, chosen)) commit(values);
  };
  const box = popup(button, { className: 'options', onClose: finish, label: button.textContent });
  /** @param {SelectItem} option */
  const toggle = (option) => {
    if (!many) {
      box.close();
      commit(min === 0 && picked.has(option.value) ? [] : [option.value]);
    } else if (picked.has(option.value)) picked.delete(option.value);
    else if (picked.size < max) picked.add(option.value);
    mark();
  };
  const rows = options.map((option) => optionRow(option, many, () => toggle(option)));
  const mark = () => {
    options.forEach(({ value }, at) => rows[at]?.setAttribute('aria-selected', String(picked.has(value))));
  };
  mark();
  const list = h('div', {
    class: 'listbox', role: 'listbox', tabindex: '-1', 'aria-multiselectable': many ? 'true' : undefined,
    'data-testid': 'select-options',
  }, rows.length ? rows : h('p', { class: 'empty' }, t('noOptions')));
  box.element.append(h('p', { class: 'sheet-title' }, placeholder || t('choose')), list);
  if (many) box.element.append(manyFoot(min, max, box));
  listenToPointer(list, rows);
  listenToKeys(list, rows, options, toggle);
  box.show();
  highlight(list, rows, Math.max(0, options.findIndex((option) => picked.has(option.value))));
  focus(list);
}

/**
 * Whether two lists have the same values, in whatever order.
 * @param {string[]} values
 * @param {string[]} others
 */
function sameValues(values, others) {
  return [...values].sort().join() === [...others].sort().join();
}

/**
 * @param {number} min
 * @param {number} max
 * @param {Popup} box
 */
function manyFoot(min, max, box) {
  return h('div', { class: 'options-foot' }, h('span', {}, t('chooseMany', { min, max })),
    h('button', { type: 'button', class: 'button primary', onclick: () => box.close() }, t('done')));
}

/**
 * @param {SelectItem} option
 * @param {boolean} many whether several can be chosen
 * @param {() => void} onclick
 */
function optionRow(option, many, onclick) {
  const detail = option.description && h('span', { class: 'option-detail' }, option.description);
  return h('div', { class: 'option', id: uid('option'), role: 'option', onclick, dataset: { value: option.value } },
    optionMark(option, 24),
    h('span', { class: 'option-text' }, h('span', { class: 'option-label' }, option.label), detail),
    h('span', { class: many ? 'tick box' : 'tick' }, icon('check', 14)));
}

/**
 * Highlights a row.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 * @param {number} at
 */
function highlight(list, rows, at) {
  rows.forEach((row, index) => row.classList.toggle('active', index === at));
  list.dataset.active = String(at);
  const row = rows[at];
  if (!row) return;
  list.setAttribute('aria-activedescendant', row.id);
  row.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
function listenToPointer(list, rows) {
  list.addEventListener('pointermove', ({ target }) => {
    const at = rows.findIndex((row) => target instanceof Node && row.contains(target));
    if (at >= 0 && at !== Number(list.dataset.active)) highlight(list, rows, at);
  });
}

/**
 * Arrow keys move, Enter and Space choose, letters search.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 * @param {SelectItem[]} options an option for each row
 * @param {(option: SelectItem) => void} toggle
 */
function listenToKeys(list, rows, options, toggle) {
  let typed = '';
  let timer = 0;
  /** @param {string} letter */
  const search = (letter) => {
    clearTimeout(timer);
    timer = setTimeout(() => { typed = ''; }, TYPED_TOGETHER);
    typed += letter.toLowerCase();
    const at = options.findIndex((option) => option.label.toLowerCase().startsWith(typed));
    if (at >= 0) highlight(list, rows, at);
  };
  list.addEventListener('keydown', (event) => {
    const active = Number(list.dataset.active);
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key];
    const option = options[active];
    if (to !== undefined) highlight(list, rows, Math.min(rows.length - 1, Math.max(0, to)));
    else if (event.key === 'Enter' || (event.key === ' ' && !typed)) {
      if (option) toggle(option);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) search(event.key);
    else return;
    event.preventDefault();
  });
}
