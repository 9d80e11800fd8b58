// A message's components, legacy rows and V2, as elements.

import { h, icon } from './dom.js';
import { markdown } from './markdown.js';
import { dots, emoji } from './marks.js';
import { fileCard, picture, resolveMedia } from './media.js';
import { selectControl } from './select.js';
import { selectOptions } from './choices.js';
import { size } from './sizes.js';
import { t } from './texts.js';

const BUTTON_STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

/** All components of a message. `context` carries the store, the interactions and the handlers of mentions. */
export function components(message, context) {
  return (message.components ?? []).map((component) => one(component, message, context));
}

function one(component, message, context) {
  const draw = DRAW[component.type];
  return draw ? draw(component, message, context) : null;
}

function many(list, message, context) {
  return (list ?? []).map((component) => one(component, message, context));
}

function row(component, message, context) {
  return h('div', { class: 'row', dataset: { componentType: '1' } }, many(component.components, message, context));
}

function button(component, message, context) {
  const variant = BUTTON_STYLES[component.style] ?? 'secondary';
  const shown = shownLabel(component);
  const label = shown && h('span', { class: 'button-label' }, shown);
  const inner = h('span', { class: 'button-face' }, emoji(component.emoji), label);
  const name = shown === component.label ? (shown ? undefined : component.emoji?.name) : component.label;
  if (component.url) {
    const props = { class: `button ${variant}`, href: component.url, target: '_blank', rel: 'noopener noreferrer', dataset: { componentType: '2' } };
    return h('a', { ...props, 'aria-label': name }, inner, icon('window', 14));
  }
  const pending = context.interactions.isPending(message.id, component.custom_id);
  const props = {
    type: 'button', class: `button ${variant}${pending ? ' pending' : ''}`, disabled: component.disabled,
    'aria-label': name, 'aria-busy': pending ? 'true' : undefined,
    dataset: { customId: component.custom_id, componentType: '2' },
    onclick: () => pending || context.interactions.component(message, component),
  };
  return h('button', props, inner, pending && dots());
}

// The API takes 80 characters; the clients show fewer.
function shownLabel({ label, emoji: mark }) {
  const characters = [...(label ?? '')];
  const limit = size(mark ? 'button-label-beside-emoji' : 'button-label');
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : label;
}

function select(component, message, context) {
  return selectControl({
    component,
    options: () => selectOptions(component, context.store),
    pending: context.interactions.isPending(message.id, component.custom_id),
    onChange: (values) => context.interactions.component(message, component, values),
  });
}

function container(component, message, context) {
  const accent = component.accent_color;
  const colour = accent === null || accent === undefined ? undefined : `#${accent.toString(16).padStart(6, '0')}`;
  const node = h('div', { class: colour ? 'container accent' : 'container', style: colour ? { '--accent': colour } : {}, dataset: { componentType: '17' } },
    many(component.components, message, context));
  return component.spoiler ? veiled(node) : node;
}

function veiled(node) {
  const veil = h('button', { type: 'button', class: 'veil', onclick: () => veil.remove() }, t('spoiler'));
  node.classList.add('has-veil');
  node.append(veil);
  return node;
}

function section(component, message, context) {
  return h('div', { class: 'section', dataset: { componentType: '9' } },
    h('div', { class: 'section-text' }, many(component.components, message, context)),
    h('div', { class: 'section-accessory' }, component.accessory && one(component.accessory, message, context)));
}

function thumbnail(component, message) {
  const media = resolveMedia(component.media, message);
  return h('div', { class: 'thumbnail', dataset: { componentType: '11' } }, picture(media, component.description, { hidden: component.spoiler }));
}

function gallery(component, message) {
  const items = component.items ?? [];
  return h('div', { class: `gallery count-${items.length > 4 ? 'many' : items.length}`, dataset: { componentType: '12' } },
    items.map((item) => {
      const media = resolveMedia(item.media, message);
      return picture(media, item.description ?? media.description, { hidden: item.spoiler, single: items.length === 1 });
    }));
}

function separator(component) {
  const line = component.divider !== false;
  return h(line ? 'hr' : 'div', { class: `separator${component.spacing === 2 ? ' large' : ''}${line ? '' : ' blank'}`, dataset: { componentType: '14' } });
}

function textDisplay(component, message, context) {
  return h('div', { class: 'text-display md', dataset: { componentType: '10' } }, markdown(component.content, context));
}

function file(component, message) {
  return h('div', { dataset: { componentType: '13' } }, fileCard({ ...component, ...resolveMedia(component.file, message) }));
}

const DRAW = {
  1: row, 2: button, 3: select, 5: select, 6: select, 7: select, 8: select,
  9: section, 10: textDisplay, 11: thumbnail, 12: gallery, 13: file, 14: separator, 17: container,
};
