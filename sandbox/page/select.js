// A custom select for touch, mouse and keyboard, with descriptions and emoji.

import { h, icon, uid } from './dom.js';
import { avatar } from './people.js';
import { dots, emoji } from './marks.js';
import { popup } from './popup.js';
import { t } from './texts.js';

/** The closed select; `onChange(values)` is called when a choice is complete. */
export function selectControl({ component, options, pending = false, onChange, id, describedBy }) {
  const min = component.min_values ?? 1;
  const max = Math.max(component.max_values ?? 1, 1);
  let chosen = options().filter((option) => option.chosen).map((option) => option.value);
  const commit = (values) => {
    chosen = values;
    draw();
    onChange(values);
  };
  const face = h('span', { class: 'select-face' });
  const draw = () => face.replaceChildren(...faceOf(options().filter((option) => chosen.includes(option.value)), component));
  const openList = () => pending || button.getAttribute('aria-expanded') === 'true' || openOptions(button, { component, options: options(), chosen, min, max, commit });
  const button = h('button', {
    type: 'button', id, class: `select${pending ? ' pending' : ''}`, disabled: component.disabled,
    role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-describedby': describedBy,
    'aria-label': id ? undefined : component.placeholder || t('choose'),
    dataset: { customId: component.custom_id, componentType: String(component.type) },
    onclick: openList,
    onkeydown: (event) => ['ArrowDown', 'ArrowUp'].includes(event.key) && (event.preventDefault(), openList()),
  }, face, pending ? dots() : icon('chevron'));
  draw();
  return button;
}

function faceOf(list, component) {
  if (!list.length) return [h('span', { class: 'placeholder' }, component.placeholder || t('choose'))];
  return list.map((option) => h('span', { class: 'chosen' }, optionMark(option, 18), h('span', {}, option.label)));
}

function optionMark(option, size) {
  if (option.user) return avatar(option.user, size);
  if (option.icon) return icon(option.icon, size);
  return option.emoji ? emoji(option.emoji) : null;
}

function openOptions(button, { component, options, chosen, min, max, commit }) {
  const picked = new Set(chosen);
  const many = max > 1;
  const before = [...picked].sort().join();
  const finish = () => {
    const values = options.map((option) => option.value).filter((value) => picked.has(value));
    if (many && values.length >= min && [...values].sort().join() !== before) commit(values);
  };
  const box = popup(button, { className: 'options', onClose: finish, label: button.textContent });
  const list = h('div', { class: 'listbox', role: 'listbox', tabindex: '-1', 'aria-multiselectable': many ? 'true' : undefined, 'data-testid': 'select-options' });
  const toggle = (option) => {
    if (!many) return box.close(), commit(min === 0 && picked.has(option.value) ? [] : [option.value]);
    if (picked.has(option.value)) picked.delete(option.value);
    else if (picked.size < max) picked.add(option.value);
    return mark();
  };
  const rows = options.map((option) => optionRow(option, many, () => toggle(option)));
  const mark = () => rows.forEach((row, at) => row.setAttribute('aria-selected', String(picked.has(options[at].value))));
  mark();
  list.append(...rows, ...(rows.length ? [] : [h('p', { class: 'empty' }, t('noOptions'))]));
  box.element.append(h('p', { class: 'sheet-title' }, component.placeholder || t('choose')), list);
  if (many) box.element.append(manyFoot(min, max, box));
  keys(list, rows, options, toggle);
  box.show();
  move(list, rows, Math.max(0, options.findIndex((option) => picked.has(option.value))));
  list.focus({ preventScroll: true });
}

function manyFoot(min, max, box) {
  return h('div', { class: 'options-foot' }, h('span', {}, t('chooseMany', { min, max })),
    h('button', { type: 'button', class: 'button primary', onclick: () => box.close() }, t('done')));
}

function optionRow(option, many, onclick) {
  const detail = option.description && h('span', { class: 'option-detail' }, option.description);
  return h('div', { class: 'option', id: uid('option'), role: 'option', onclick, dataset: { value: option.value } },
    optionMark(option, 24),
    h('span', { class: 'option-text' }, h('span', { class: 'option-label' }, option.label), detail),
    h('span', { class: many ? 'tick box' : 'tick' }, icon('check', 14)));
}

function move(list, rows, at) {
  rows.forEach((row, index) => row.classList.toggle('active', index === at));
  list.dataset.active = at;
  if (rows[at]) list.setAttribute('aria-activedescendant', rows[at].id);
  rows[at]?.scrollIntoView({ block: 'nearest' });
}

function keys(list, rows, options, toggle) {
  let typed = '';
  let timer = 0;
  list.addEventListener('pointermove', (event) => {
    const at = rows.indexOf(event.target.closest('.option'));
    if (at >= 0 && at !== Number(list.dataset.active)) move(list, rows, at);
  });
  list.addEventListener('keydown', (event) => {
    const at = Number(list.dataset.active);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) move(list, rows, Math.min(rows.length - 1, Math.max(0, to)));
    else if (event.key === 'Enter' || (event.key === ' ' && !typed)) options[at] && toggle(options[at]);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      clearTimeout(timer);
      timer = setTimeout(() => { typed = ''; }, 700);
      typed += event.key.toLowerCase();
      const found = options.findIndex((option) => option.label.toLowerCase().startsWith(typed));
      if (found >= 0) move(list, rows, found);
    } else return;
    event.preventDefault();
  });
}
