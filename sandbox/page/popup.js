// A popup next to a control, or a sheet at the bottom on phones. Esc or a press elsewhere closes it.

import { focus, h, selectorOf } from './dom.js';

/** @import { Box, Child } from './types.d.ts' */

/**
 * @typedef {{ element: HTMLElement, show: () => void, follow: () => void, close: (refocus?: boolean) => void }} Popup
 * @typedef {{
 *   label: string, mark?: Child, run?: () => unknown, href?: string, target?: string, danger?: boolean, testid?: string
 * }} MenuItem
 */

const GAP = 6; // pixels between control and popup
const EDGE = 8; // and between popup and window
const SHEET_BELOW = 560;
const LARGEST = 420;
const HIGH_ENOUGH = 320;
/** @type {Popup | null} */
let current = null;

/**
 * @typedef {object} PopupProps
 * @property {string} [className]
 * @property {() => void} [onClose]
 * @property {string | null} [label]
 * @property {string} [role]
 * @property {Box} [point] where it opens instead of at its control
 * @property {string} [testid]
 */

/**
 * Creates a popup for a control: fill `element`, then call `show()`. Only one is open at a time.
 * @param {HTMLElement} control
 * @param {PopupProps} props
 */
export function popup(control, { className = '', onClose, label, role, point, testid } = {}) {
  current?.close();
  let anchor = control;
  const element = h('div', { class: `popup ${className}`, role, 'aria-label': label, 'data-testid': testid });
  const shade = h('div', { class: 'popup-shade' });
  /** @type {Popup} */
  const box = {
    element,
    show() {
      (anchor.closest('dialog') ?? document.body).append(shade, element);
      anchor.setAttribute('aria-expanded', 'true');
      place(element, point ?? anchor.getBoundingClientRect());
    },
    follow() {
      if (anchor.isConnected || !element.isConnected) return;
      const selector = selectorOf(anchor);
      const next = selector && document.querySelector(selector);
      if (!(next instanceof HTMLElement) || next.matches(':disabled')) {
        box.close(false);
        return;
      }
      anchor = next;
      anchor.setAttribute('aria-expanded', 'true');
    },
    close(refocus = true) {
      if (current !== box) return;
      current = null;
      shade.remove();
      element.remove();
      anchor.setAttribute('aria-expanded', 'false');
      if (refocus && anchor.isConnected) focus(anchor);
      onClose?.();
    },
  };
  closeOnPress(shade, box);
  closeOnKey(element, box);
  current = box;
  return box;
}

/**
 * @param {HTMLElement} shade
 * @param {Popup} box
 */
function closeOnPress(shade, box) {
  for (const name of ['pointerdown', 'contextmenu']) {
    shade.addEventListener(name, (event) => {
      event.preventDefault();
      box.close();
    });
  }
}

/**
 * @param {HTMLElement} element
 * @param {Popup} box
 */
function closeOnKey(element, box) {
  element.addEventListener('keydown', (event) => {
    if (!['Escape', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    box.close();
  });
}

export function closePopup() {
  current?.close(false);
}

/** After messages were redrawn: moves the popup to its control's new element, or closes it. */
export function keepPopup() {
  current?.follow();
}

/**
 * Below the anchor if there is room, otherwise above it; a sheet in a narrow window.
 * @param {HTMLElement} element
 * @param {Box} anchor
 */
function place(element, anchor) {
  const { innerWidth: width, innerHeight: height } = window;
  if (width < SHEET_BELOW) {
    element.classList.add('sheet');
    return;
  }
  const below = height - anchor.bottom - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  const down = below >= Math.min(element.getBoundingClientRect().height, HIGH_ENOUGH) || below >= above;
  element.style.maxHeight = `${Math.min(down ? below : above, LARGEST)}px`;
  if (anchor.width > 60) element.style.minWidth = `${Math.min(anchor.width, LARGEST)}px`;
  if (down) element.style.top = `${anchor.bottom + GAP}px`;
  else element.style.bottom = `${height - anchor.top + GAP}px`;
  const left = Math.min(anchor.left, width - element.offsetWidth - EDGE);
  element.style.left = `${Math.max(EDGE, left)}px`;
}

/**
 * A menu of actions.
 * @param {HTMLElement} anchor
 * @param {(MenuItem | false)[]} items
 * @param {{ point?: Box, label?: string, head?: HTMLElement }} about `head` is shown above the items
 */
export function menu(anchor, items, { point, label, head } = {}) {
  const box = popup(anchor, { className: 'menu', role: 'menu', label, point, testid: 'menu' });
  const rows = items.filter((item) => item !== false).map((item) => menuRow(item, box));
  box.element.append(...(head ? [head] : []), ...rows);
  box.element.addEventListener('keydown', (event) => moveFocus(event, box.element));
  box.show();
  focus(rows[0]);
  return box;
}

/**
 * The arrow keys move the focus among the rows, also those that were added after the menu opened.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} element of the menu
 */
function moveFocus(event, element) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...element.querySelectorAll('[role="menuitem"]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  focus(rows[(at + step + rows.length) % rows.length]);
}

/**
 * @param {MenuItem} item
 * @param {Popup} box
 */
function menuRow(item, box) {
  const props = { class: `menu-item${item.danger ? ' danger' : ''}`, role: 'menuitem', 'data-testid': item.testid };
  const onclick = () => {
    box.close();
    item.run?.();
  };
  const face = [item.mark, h('span', {}, item.label)];
  if (item.href) return h('a', { ...props, href: item.href, target: item.target, onclick }, face);
  return h('button', { ...props, type: 'button', onclick }, face);
}
