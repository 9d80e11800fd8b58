// The fields of a modal: text inputs and selects, each with label, validation and value.

import { h, uid } from './dom.js';
import { contentOf } from './files.js';
import { selectOptions } from './choices.js';
import { selectControl } from './select.js';
import { t } from './texts.js';

const TEXT_INPUT = 4;
const FILE_UPLOAD = 19;
const PARAGRAPH = 2;

/** {node, check(), value()} of a text input, a file upload or a select; a value can be promised. */
export function fieldOf(component, about) {
  if (component.type === FILE_UPLOAD) return fileField(component, about);
  return component.type === TEXT_INPUT ? textField(component, about) : selectField(component, about);
}

/** A text input, single-line or multi-line. */
export function textField(component, { label, description }) {
  const { custom_id: customId, min_length: min, max_length: max, required = true } = component;
  const id = uid('field');
  const long = component.style === PARAGRAPH;
  const input = h(long ? 'textarea' : 'input', {
    id, class: 'field-input', rows: long ? 4 : undefined, type: long ? undefined : 'text', maxlength: max, placeholder: component.placeholder, value: component.value ?? '',
    autocomplete: 'off', 'aria-required': String(required), 'aria-describedby': `${id}-note`, enterkeyhint: long ? undefined : 'done', 'data-testid': 'modal-field', dataset: { customId },
  });
  const frame = fieldFrame({ id, label, description, required, control: input });
  const count = max && long ? h('span', { class: 'field-count' }) : null;
  const tally = () => { if (count) count.textContent = `${input.value.length} / ${max}`; };
  input.addEventListener('input', () => (frame.say(''), tally()));
  if (count) frame.node.append(count);
  tally();
  const check = () => frame.say(textError(input.value, { required, min, max }));
  return { node: frame.node, check, value: () => ({ type: TEXT_INPUT, custom_id: customId, id: component.id, value: input.value }) };
}

function textError(text, { required, min, max }) {
  if (!text.trim()) return required ? t('fieldRequired') : '';
  if (min && text.length < min) return t('fieldShort', { n: min });
  return max && text.length > max ? t('fieldLong', { n: max }) : '';
}

function selectField(component, { label, description, store }) {
  const required = component.required ?? true;
  const id = uid('field');
  const min = required ? component.min_values ?? 1 : 0;
  let values = selectOptions(component, store).filter((option) => option.chosen).map((option) => option.value);
  const control = selectControl({
    component: { ...component, min_values: min }, options: () => selectOptions(component, store), id, describedBy: `${id}-note`,
    onChange: (chosen) => (values = chosen, frame.say('')),
  });
  control.dataset.testid = 'modal-field';
  const frame = fieldFrame({ id, label, description, required, control });
  const check = () => frame.say(values.length < min ? (min > 1 ? t('fieldFew', { n: min }) : t('fieldRequired')) : '');
  return { node: frame.node, check, value: () => ({ type: component.type, custom_id: component.custom_id, id: component.id, values }) };
}

/** A file upload, whose value is promised: its `values` are the files with their bytes as base64. */
function fileField(component, { label, description }) {
  const { custom_id: customId, required = true } = component;
  const [id, max] = [uid('field'), component.max_values ?? 1];
  const input = h('input', {
    id, class: 'field-input', type: 'file', multiple: max > 1, 'aria-required': String(required), 'aria-describedby': `${id}-note`, 'data-testid': 'modal-field', dataset: { customId },
    onchange: () => frame.say(''),
  });
  const frame = fieldFrame({ id, label, description, required, control: input });
  const check = () => frame.say(required && !input.files.length ? t('fieldRequired') : '');
  const value = async () => ({ type: FILE_UPLOAD, custom_id: customId, id: component.id, values: await Promise.all([...input.files].slice(0, max).map(contentOf)) });
  return { node: frame.node, check, value };
}

function fieldFrame({ id, label, description, required, control }) {
  const note = h('p', { class: 'field-error', id: `${id}-note`, role: 'alert' });
  const star = required ? h('span', { class: 'field-star', title: t('required') }, ' *') : null;
  const node = h('div', { class: 'field' },
    h('label', { class: 'field-label', for: id }, label, star), description && h('p', { class: 'field-description' }, description), control, note);
  const say = (sentence) => {
    note.textContent = sentence;
    node.classList.toggle('wrong', sentence !== '');
    control.setAttribute('aria-invalid', String(sentence !== ''));
    return sentence === '';
  };
  return { node, say };
}
