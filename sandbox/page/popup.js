// A popup next to a control, or a sheet at the bottom on phones. Esc or a press elsewhere closes it.

import { h, selectorOf } from './dom.js';

const GAP = 6;
const EDGE = 8;
let current = null;

/** Creates a popup for `anchor`: fill `element`, then call `show()`. Only one is open at a time. */
export function popup(anchor, { className = '', onClose, label, role, point, testid } = {}) {
  current?.close();
  const element = h('div', { class: `popup ${className}`, role, 'aria-label': label, 'data-testid': testid });
  const shade = h('div', { class: 'popup-shade' });
  const box = {
    element,
    show() {
      (anchor.closest('dialog') ?? document.body).append(shade, element);
      anchor.setAttribute('aria-expanded', 'true');
      place(element, point ?? anchor.getBoundingClientRect());
    },
    follow() {
      if (anchor.isConnected || !element.isConnected) return;
      const next = document.querySelector(selectorOf(anchor) ?? 'none');
      if (!next || next.disabled) return box.close(false);
      anchor = next;
      anchor.setAttribute('aria-expanded', 'true');
    },
    close(refocus = true) {
      if (current !== box) return;
      current = null;
      shade.remove();
      element.remove();
      anchor.setAttribute('aria-expanded', 'false');
      if (refocus && anchor.isConnected) anchor.focus({ preventScroll: true });
      onClose?.();
    },
  };
  shade.addEventListener('pointerdown', (event) => (event.preventDefault(), box.close()));
  shade.addEventListener('contextmenu', (event) => (event.preventDefault(), box.close()));
  element.addEventListener('keydown', (event) => {
    if (!['Escape', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    box.close();
  });
  current = box;
  return box;
}

export function closePopup() {
  current?.close(false);
}

/** After messages were redrawn: moves the popup to its control's new element, or closes it. */
export function keepPopup() {
  current?.follow();
}

// Below the anchor if there is room, otherwise above it; a sheet in a narrow window.
function place(element, rect) {
  const { innerWidth: width, innerHeight: height } = window;
  if (width < 560) return element.classList.add('sheet');
  const size = element.getBoundingClientRect();
  const below = height - rect.bottom - GAP - EDGE;
  const above = rect.top - GAP - EDGE;
  const down = below >= Math.min(size.height, 320) || below >= above;
  element.style.maxHeight = `${Math.min(down ? below : above, 420)}px`;
  if (rect.width > 60) element.style.minWidth = `${Math.min(rect.width, 420)}px`;
  if (down) element.style.top = `${rect.bottom + GAP}px`;
  else element.style.bottom = `${height - rect.top + GAP}px`;
  const left = Math.min(rect.left, width - element.offsetWidth - EDGE);
  element.style.left = `${Math.max(EDGE, left)}px`;
  return undefined;
}

/** A menu of actions: [{label, icon, danger, run, href}]. */
export function menu(anchor, items, { point, label, head } = {}) {
  const box = popup(anchor, { className: 'menu', role: 'menu', label, point, testid: 'menu' });
  const rows = items.filter(Boolean).map((item) => menuRow(item, box));
  box.element.append(...(head ? [head] : []), ...rows);
  box.element.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    rows[(rows.indexOf(document.activeElement) + step + rows.length) % rows.length].focus();
  });
  box.show();
  rows[0]?.focus({ preventScroll: true });
  return box;
}

function menuRow(item, box) {
  const props = { class: `menu-item${item.danger ? ' danger' : ''}`, role: 'menuitem', 'data-testid': item.testid };
  const run = () => {
    box.close();
    item.run?.();
  };
  if (item.href) return h('a', { ...props, href: item.href, target: item.target, onclick: run }, item.mark, h('span', {}, item.label));
  return h('button', { ...props, type: 'button', onclick: run }, item.mark, h('span', {}, item.label));
}
