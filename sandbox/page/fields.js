// The fields of a modal: text inputs and selects, each with label, validation and value.

import { h, uid } from './dom.js';
import { contentOf } from './files.js';
import { selectOptions } from './choices.js';
import { selectControl } from './select.js';
import { t } from './texts.js';

/**
 * @import { Store } from './store.js'
 * @import { Field, FileUpload, SelectMenu, TextInput } from './discord.d.ts'
 */

/**
 * A part of a modal. `check` says below the field what is wrong and returns whether nothing is; `value` is what is
 * submitted, promised because files have to be read.
 * @typedef {{ node: HTMLElement, check: () => boolean, value: () => Promise<object> }} FormPart
 * @typedef {{ label: string, description?: string, store: Store }} About
 */

const TEXT_INPUT = 4; // types of components
const FILE_UPLOAD = 19;
const PARAGRAPH = 2; // a style of text inputs

/**
 * A text input, a file upload or a select.
 * @param {Field} component
 * @param {About} about
 * @returns {FormPart}
 */
export function fieldOf(component, about) {
  if (component.type === FILE_UPLOAD) return fileField(component, about);
  return component.type === TEXT_INPUT ? textField(component, about) : selectField(component, about);
}

/**
 * A text input, single-line or multi-line.
 * @param {TextInput} component
 * @param {About} about
 * @returns {FormPart}
 */
function textField(component, { label, description }) {
  const { custom_id: customId, min_length: min, max_length: max, required = true } = component;
  const id = uid('field');
  const input = textControl(component, id);
  const frame = fieldFrame({ id, label, description, required, control: input });
  if (max && component.style === PARAGRAPH) {
    const count = h('span', { class: 'field-count' });
    const tally = () => { count.textContent = `${input.value.length} / ${max}`; };
    input.addEventListener('input', tally);
    frame.node.append(count);
    tally();
  }
  input.addEventListener('input', () => frame.say(''));
  const check = () => frame.say(textError(input.value, { required, min, max }));
  const value = () => Promise.resolve({ type: TEXT_INPUT, custom_id: customId, id: component.id, value: input.value });
  return { node: frame.node, check, value };
}

/**
 * @param {TextInput} component
 * @param {string} id
 */
function textControl(component, id) {
  const { custom_id: customId, max_length: maxlength, placeholder, required = true, value = '' } = component;
  const props = {
    id, class: 'field-input', maxlength, placeholder, value, autocomplete: 'off', 'data-testid': 'modal-field',
    'aria-required': String(required), 'aria-describedby': `${id}-note`, dataset: { customId },
  };
  if (component.style === PARAGRAPH) return h('textarea', { ...props, rows: 4 });
  return h('input', { ...props, type: 'text', enterkeyhint: 'done' });
}

/**
 * What is wrong with a text, or ''.
 * @param {string} text
 * @param {{ required: boolean, min?: number | null, max?: number | null }} limits
 */
function textError(text, { required, min, max }) {
  if (!text.trim()) return required ? t('fieldRequired') : '';
  if (min && text.length < min) return t('fieldShort', { n: min });
  return max && text.length > max ? t('fieldLong', { n: max }) : '';
}

/**
 * @param {SelectMenu} component
 * @param {About} about
 * @returns {FormPart}
 */
function selectField(component, { label, description, store }) {
  const { type, id: componentId, custom_id: customId, required = true } = component;
  const id = uid('field');
  const min = required ? component.min_values ?? 1 : 0;
  let values = selectOptions(component, store).filter((option) => option.chosen).map((option) => option.value);
  const control = selectControl({
    component: { ...component, min_values: min }, id, describedBy: `${id}-note`,
    options: () => selectOptions(component, store),
    onChange: (chosen) => {
      values = chosen;
      frame.say('');
    },
  });
  control.dataset.testid = 'modal-field';
  const frame = fieldFrame({ id, label, description, required, control });
  const tooFew = () => (min > 1 ? t('fieldFew', { n: min }) : t('fieldRequired'));
  const check = () => frame.say(values.length < min ? tooFew() : '');
  const value = () => Promise.resolve({ type, custom_id: customId, id: componentId, values });
  return { node: frame.node, check, value };
}

/**
 * A file upload, whose value is promised: its `values` are the files with their bytes as base64.
 * @param {FileUpload} component
 * @param {About} about
 * @returns {FormPart}
 */
function fileField(component, { label, description }) {
  const { type, id: componentId, custom_id: customId, required = true } = component;
  const max = component.max_values ?? 1;
  const id = uid('field');
  /** @type {HTMLInputElement} */
  const input = h('input', {
    id, class: 'field-input', type: 'file', multiple: max > 1, 'data-testid': 'modal-field',
    'aria-required': String(required), 'aria-describedby': `${id}-note`, dataset: { customId },
    onchange: () => frame.say(''),
  });
  const frame = fieldFrame({ id, label, description, required, control: input });
  const files = () => [...(input.files ?? [])];
  const check = () => frame.say(required && !files().length ? t('fieldRequired') : '');
  const value = async () => {
    const values = await Promise.all(files().slice(0, max).map(contentOf));
    return { type, custom_id: customId, id: componentId, values };
  };
  return { node: frame.node, check, value };
}

/**
 * The label, the description and the error around a control. `say` shows an error, or none for '', and returns whether
 * there is none.
 * @param {{ id: string, label: string, description?: string, required: boolean, control: HTMLElement }} field
 */
function fieldFrame({ id, label, description, required, control }) {
  const note = h('p', { class: 'field-error', id: `${id}-note`, role: 'alert' });
  const star = required ? h('span', { class: 'field-star', title: t('required') }, ' *') : null;
  const node = h('div', { class: 'field' },
    h('label', { class: 'field-label', for: id }, label, star),
    description && h('p', { class: 'field-description' }, description), control, note);
  /** @param {string} sentence */
  const say = (sentence) => {
    note.textContent = sentence;
    node.classList.toggle('wrong', sentence !== '');
    control.setAttribute('aria-invalid', String(sentence !== ''));
    return sentence === '';
  };
  return { node, say };
}
