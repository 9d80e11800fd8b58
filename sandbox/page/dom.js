// Element construction. Text always becomes a text node, so that user input is never parsed as HTML.

/** @import { Attribute, Child, Props } from './types.d.ts' */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element: h('button', {class, onclick, dataset, 'aria-label', …}, ...children).
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props<HTMLElementTagNameMap[Tag]>} [props]
 * @param {Child[]} children
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  const { dataset = {}, style = {}, ...rest } = props;
  for (const [name, value] of Object.entries(dataset)) {
    if (value !== undefined && value !== null) element.dataset[name] = value;
  }
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, String(value));
  for (const [name, value] of Object.entries(rest)) {
    set(element, name, /** @type {Attribute | EventListener} */ (value));
  }
  element.append(...flat(children));
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {Attribute | EventListener} value an attribute or a listener
 */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (typeof value === 'function') element.addEventListener(name.slice(2), value);
  else if (name === 'value' && 'value' in element) element.value = value;
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function flat(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return typeof child === 'string' || child instanceof Node ? [child] : flat(child);
  });
}

/**
 * Replaces an element's children.
 * @template {Element} E
 * @param {E} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/**
 * Like fill, but keeps children that are already equal, and the focus.
 * @param {HTMLElement} element
 * @param {Child[]} children
 */
export function refill(element, ...children) {
  const next = /** @type {HTMLElement} */ (element.cloneNode(false));
  next.append(...flat(children));
  if (next.isEqualNode(element)) return;
  const { activeElement } = document;
  const focused = activeElement && element.contains(activeElement) ? selectorOf(activeElement) : null;
  element.replaceChildren(...next.childNodes);
  if (focused) focus(element.querySelector(focused));
}

/**
 * Focuses an element, if there is one, where the reader is: nothing scrolls.
 * @param {Element | null | undefined} element
 */
export function focus(element) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/**
 * The element of index.html with this id.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}.`);
  return element;
}

/**
 * A selector that finds the same element after a redraw, from its tag and data attributes; null without any.
 * @param {Element} element
 */
export function selectorOf(element) {
  const data = [...element.attributes].filter(({ name }) => name.startsWith('data-'));
  if (!data.length) return null;
  const message = element.parentElement?.closest('[data-message-id]')?.getAttribute('data-message-id');
  const inside = message ? `[data-message-id="${CSS.escape(message)}"] ` : '';
  return inside + element.localName + data.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join('');
}

const ICONS = {
  hash: 'M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17',
  thread: 'M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4',
  at: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.500 20a6.5 6.5 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.300a6.500 6.500 0 0 1 3.500 5.700',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z',
  reply: 'M9 6 3.500 11.500 9 17M4 11.500h9a7 7 0 0 1 7 7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  trash: 'M4 7h16M9.500 7V4h5v3M6.500 7l1 13h9l1-13',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'm6 6 12 12M18 6 6 18',
  window: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  chevron: 'm6 9 6 6 6-6',
  send: 'm4 4 17 8-17 8 3-8zM7 12h6',
  slash: 'm15 4-6 16',
  down: 'M12 5v14M6 13l6 6 6-6',
  pin: 'M9 3h6M10 3v7l-3.500 4h11L14 10V3M12 14v7',
  check: 'm5 12.500 5 5L19.500 7',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  log: 'M5 5h14M5 10h14M5 15h9M5 20h6',
  device: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  time: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2',
  mail: 'M3 6h18v13H3zM3.500 6.500 12 13l8.500-6.500',
};

/** @typedef {keyof typeof ICONS} IconName */

/**
 * A decorative line icon; the control around it carries the label.
 * @param {IconName} name
 */
export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = {
    viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true', class: `icon icon-${name}`,
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value));
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * A square button with only an icon.
 * @param {IconName} name
 * @param {string} label
 * @param {Props<HTMLButtonElement>['onclick']} onclick
 * @param {Props<HTMLButtonElement>} [props]
 */
export function iconButton(name, label, onclick, props = {}) {
  return h('button', {
    type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...props,
  }, icon(name));
}

/**
 * Whether an input method (for example for Hangul) is composing; Enter then belongs to it.
 * @param {KeyboardEvent} event
 */
export function composing(event) {
  return event.isComposing || event.keyCode === 229;
}

let counter = 0;
/**
 * An id that is unique in this window.
 * @param {string} prefix
 */
export function uid(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

/**
 * Discord's number of a color as CSS: "#rrggbb".
 * @param {number} color
 */
export function hexColor(color) {
  return `#${color.toString(16).padStart(6, '0')}`;
}
