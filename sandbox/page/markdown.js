// Discord's markdown as elements. Text only becomes text nodes.

import { h } from './dom.js';
import { inline } from './inline.js';

/** @import { Context } from './types.d.ts' */

/** @typedef {{ node: HTMLElement, next: number }} Block an element and the index of the line after it */

const FENCE = /```(?:([a-z0-9_+\-.#]+)\n)?\n*([\s\S]+?)\n*```/gi;
const HEADING = /^(#{1,3}) +(.+)$/;
const SMALL = /^-# +(.+)$/;
const REST_QUOTED = /^>>> ?([\s\S]*)$/;
const ITEM = /^( *)(?:[-*]|(\d+)\.) +(.+)$/;

/**
 * The nodes of a text; `context` resolves mentions and runs commands.
 * @param {string} text
 * @param {Context} context
 */
export function markdown(text, context) {
  /** @type {HTMLElement[]} */
  const nodes = [];
  let from = 0;
  for (const { 0: match, 1: language, 2: code, index } of text.matchAll(FENCE)) {
    nodes.push(...blocks(text.slice(from, index).replace(/\n$/, ''), context));
    nodes.push(h('pre', { class: 'md-pre' }, h('code', { dataset: { language } }, code)));
    from = index + match.length;
    if (text[from] === '\n') from += 1;
  }
  return [...nodes, ...blocks(text.slice(from), context)];
}

/**
 * Headings, quotes and lists, and between them paragraphs.
 * @param {string} text without fences
 * @param {Context} context
 */
function blocks(text, context) {
  if (!text) return [];
  /** @type {HTMLElement[]} */
  const nodes = [];
  const lines = text.split('\n');
  /** @type {string[]} */
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(h('p', { class: 'md-p' }, inline(plain.join('\n'), context)));
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const block = blockAt(lines, at, context);
    if (block) {
      flush();
      nodes.push(block.node);
    } else plain.push(lines[at] ?? '');
    at = block?.next ?? at + 1;
  }
  flush();
  return nodes;
}

/**
 * The block that begins with a line; null if that line is of a paragraph.
 * @param {string[]} lines
 * @param {number} at
 * @param {Context} context
 * @returns {Block | null}
 */
function blockAt(lines, at, context) {
  return headingAt(lines, at, context) ?? quoteAt(lines, at, context) ?? listAt(lines, at, context);
}

/**
 * "# " to "### ", shown two levels lower: the page's own headings come first. "-# " is small text.
 * @type {typeof blockAt}
 */
function headingAt(lines, at, context) {
  const line = lines[at] ?? '';
  const [, marks = '', title = ''] = HEADING.exec(line) ?? [];
  const next = at + 1;
  if (marks) {
    const tag = /** @type {const} */ (['h3', 'h4', 'h5'])[marks.length - 1] ?? 'h5';
    return { node: h(tag, { class: `md-h${marks.length}` }, inline(title, context)), next };
  }
  const [, small] = SMALL.exec(line) ?? [];
  return small ? { node: h('p', { class: 'md-small' }, inline(small, context)), next } : null;
}

/**
 * ">>> " quotes everything after it, "> " its line.
 * @type {typeof blockAt}
 */
function quoteAt(lines, at, context) {
  const rest = REST_QUOTED.exec(lines[at] ?? '');
  if (rest) return { node: quote([rest[1] ?? '', ...lines.slice(at + 1)], context), next: lines.length };
  const other = lines.findIndex((line, index) => index >= at && !line.startsWith('> '));
  const end = other < 0 ? lines.length : other;
  if (end === at) return null;
  return { node: quote(lines.slice(at, end).map((line) => line.slice(2)), context), next: end };
}

/**
 * @param {string[]} lines
 * @param {Context} context
 */
function quote(lines, context) {
  return h('blockquote', { class: 'md-quote' }, blocks(lines.join('\n'), context));
}

/**
 * A list; an item that is indented by more than a space begins a list inside of the item before it.
 * @type {typeof blockAt}
 */
function listAt(lines, at, context) {
  const first = itemAt(lines, at);
  if (!first) return null;
  const node = h(first.number ? 'ol' : 'ul', { class: 'md-list', start: first.number });
  let next = at;
  for (let item = itemAt(lines, next); item && item.depth >= first.depth; item = itemAt(lines, next)) {
    const parent = node.lastElementChild;
    const inner = parent && item.depth > first.depth + 1 ? listAt(lines, next, context) : null;
    if (parent && inner) parent.append(inner.node);
    else node.append(h('li', {}, inline(item.text, context)));
    next = inner?.next ?? next + 1;
  }
  return { node, next };
}

/**
 * @param {string[]} lines
 * @param {number} at
 */
function itemAt(lines, at) {
  const [line, indent = '', number, text = ''] = ITEM.exec(lines[at] ?? '') ?? [];
  return line === undefined ? null : { depth: indent.length, number, text };
}
