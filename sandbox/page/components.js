// A message's components, legacy rows and V2, as elements.

import { h, hexColor, icon } from './dom.js';
import { leading } from './inline.js';
import { markdown } from './markdown.js';
import { dots, emoji } from './marks.js';
import { fileCard, picture, resolveMedia } from './media.js';
import { selectControl } from './select.js';
import { selectOptions } from './choices.js';
import { size } from './sizes.js';
import { t } from './texts.js';

/**
 * @import {
 *   ActionRow, Button, Component, Container, FileDisplay, MediaGallery, Message, Section, SelectMenu, Separator,
 *   TextDisplay, Thumbnail
 * } from './discord.d.ts'
 * @import { Context } from './types.d.ts'
 */

/** @type {Record<number, string | undefined>} */
const BUTTON_STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

/**
 * All components of a message.
 * @param {Message} message
 * @param {Context} context
 */
export function components(message, context) {
  return drawAll(message.components ?? [], message, context);
}

/**
 * @param {Component[]} list
 * @param {Message} message
 * @param {Context} context
 */
function drawAll(list, message, context) {
  return list.map((component) => draw(component, message, context));
}

/**
 * A component; null for the types that only modals have.
 * @param {Component} component
 * @param {Message} message
 * @param {Context} context
 * @returns {HTMLElement | null}
 */
function draw(component, message, context) {
  switch (component.type) {
    case 1: return row(component, message, context);
    case 2: return button(component, message, context);
    case 3: case 5: case 6: case 7: case 8: return select(component, message, context);
    case 9: return section(component, message, context);
    case 10: return textDisplay(component, context);
    case 11: return thumbnail(component, message);
    case 12: return gallery(component, message);
    case 13: return file(component, message);
    case 14: return separator(component);
    case 17: return container(component, message, context);
    default: return null;
  }
}

/**
 * @param {ActionRow} component
 * @param {Message} message
 * @param {Context} context
 */
function row(component, message, context) {
  return h('div', { class: 'row', dataset: { componentType: '1' } }, drawAll(component.components, message, context));
}

/**
 * @param {Button} component
 * @param {Message} message
 * @param {Context} context
 */
function button(component, message, context) {
  const variant = BUTTON_STYLES[component.style] ?? 'secondary';
  const label = shownLabel(component);
  const face = h('span', { class: 'button-face' },
    emoji(component.emoji), label && h('span', { class: 'button-label' }, label));
  const name = accessibleName(component, label);
  if (component.url) {
    return h('a', {
      ...leading(component.url, context), class: `button ${variant}`, 'aria-label': name,
      dataset: { componentType: '2' },
    }, face, icon('window', 14));
  }
  const pending = context.interactions.isPending(message.id, component.custom_id);
  return h('button', {
    type: 'button', class: `button ${variant}${pending ? ' pending' : ''}`, disabled: component.disabled,
    'aria-label': name, 'aria-busy': pending ? 'true' : undefined,
    dataset: { customId: component.custom_id, componentType: '2' },
    onclick: () => pending || context.interactions.component(message, component),
  }, face, pending && dots());
}

/**
 * The label as a client shows it: the API takes 80 characters, the clients show fewer.
 * @param {Button} component
 */
function shownLabel({ label, emoji: mark }) {
  const characters = [...(label ?? '')];
  const limit = size(mark ? 'button-label-beside-emoji' : 'button-label');
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : label;
}

/**
 * What a screen reader says instead of what is shown: a shortened label in full, or an emoji without a word.
 * @param {Button} component
 * @param {string | undefined} shown
 */
function accessibleName({ label, emoji: mark }, shown) {
  if (shown !== label) return label;
  return shown ? undefined : mark?.name;
}

/**
 * @param {SelectMenu} component
 * @param {Message} message
 * @param {Context} context
 */
function select(component, message, context) {
  return selectControl({
    component,
    options: () => selectOptions(component, context.store),
    pending: context.interactions.isPending(message.id, component.custom_id),
    onChange: (values) => void context.interactions.component(message, component, values),
  });
}

/**
 * @param {Container} component
 * @param {Message} message
 * @param {Context} context
 */
function container(component, message, context) {
  const { accent_color: accent = null } = component;
  const node = h('div', {
    class: accent === null ? 'container' : 'container accent',
    style: accent === null ? {} : { '--accent': hexColor(accent) },
    dataset: { componentType: '17' },
  }, drawAll(component.components, message, context));
  return component.spoiler ? veiled(node) : node;
}

/**
 * Hides an element until it is pressed.
 * @param {HTMLElement} node
 */
function veiled(node) {
  /** @type {HTMLButtonElement} */
  const veil = h('button', { type: 'button', class: 'veil', onclick: () => veil.remove() }, t('spoiler'));
  node.classList.add('has-veil');
  node.append(veil);
  return node;
}

/**
 * @param {Section} component
 * @param {Message} message
 * @param {Context} context
 */
function section(component, message, context) {
  return h('div', { class: 'section', dataset: { componentType: '9' } },
    h('div', { class: 'section-text' }, drawAll(component.components, message, context)),
    h('div', { class: 'section-accessory' }, component.accessory && draw(component.accessory, message, context)));
}

/**
 * @param {Thumbnail} component
 * @param {Message} message
 */
function thumbnail(component, message) {
  const media = resolveMedia(component.media, message);
  return h('div', { class: 'thumbnail', dataset: { componentType: '11' } },
    picture(media, component.description, { hidden: component.spoiler }));
}

/**
 * @param {MediaGallery} component
 * @param {Message} message
 */
function gallery({ items }, message) {
  const pictures = items.map((item) => {
    const media = resolveMedia(item.media, message);
    return picture(media, item.description ?? media.description, { hidden: item.spoiler, single: items.length === 1 });
  });
  const count = items.length > 4 ? 'many' : items.length;
  return h('div', { class: `gallery count-${count}`, dataset: { componentType: '12' } }, pictures);
}

/** @param {Separator} component */
function separator(component) {
  const line = component.divider !== false;
  const look = `separator${component.spacing === 2 ? ' large' : ''}${line ? '' : ' blank'}`;
  return h(line ? 'hr' : 'div', { class: look, dataset: { componentType: '14' } });
}

/**
 * @param {TextDisplay} component
 * @param {Context} context
 */
function textDisplay(component, context) {
  return h('div', { class: 'text-display md', dataset: { componentType: '10' } }, markdown(component.content, context));
}

/**
 * @param {FileDisplay} component
 * @param {Message} message
 */
function file(component, message) {
  return h('div', { dataset: { componentType: '13' } },
    fileCard({ ...component, ...resolveMedia(component.file, message) }));
}
