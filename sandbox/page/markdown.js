// Discord's markdown as elements. Text only becomes text nodes.

import { h } from './dom.js';
import { inline } from './inline.js';

/** The nodes of a text; `context` resolves mentions and runs commands. */
export function markdown(text, context) {
  return blocks(text ?? '', context);
}

function blocks(text, context) {
  const nodes = [];
  const fence = /```(?:([a-z0-9_+\-.#]+)\n)?\n*([\s\S]+?)\n*```/gi;
  let from = 0;
  for (const match of text.matchAll(fence)) {
    nodes.push(...lines(text.slice(from, match.index).replace(/\n$/, ''), context));
    nodes.push(h('pre', { class: 'md-pre' }, h('code', { dataset: { language: match[1] } }, match[2])));
    from = match.index + match[0].length;
    if (text[from] === '\n') from += 1;
  }
  return [...nodes, ...lines(text.slice(from), context)];
}

const RULES = [
  { test: /^(#{1,3}) +(.+)$/, make: (m, context) => h(`h${m[1].length + 2}`, { class: `md-h${m[1].length}` }, inline(m[2], context)) },
  { test: /^-# +(.+)$/, make: (m, context) => h('p', { class: 'md-small' }, inline(m[1], context)) },
];

function lines(text, context) {
  if (!text) return [];
  const out = [];
  const rows = text.split('\n');
  let plain = [];
  const flush = () => {
    if (plain.length) out.push(h('p', { class: 'md-p' }, inline(plain.join('\n'), context)));
    plain = [];
  };
  for (let at = 0; at < rows.length;) {
    const special = block(rows, at, context);
    if (special) {
      flush();
      out.push(special.node);
      at = special.next;
    } else plain.push(rows[at++]);
  }
  flush();
  return out;
}

function block(rows, at, context) {
  for (const rule of RULES) {
    const match = rule.test.exec(rows[at]);
    if (match) return { node: rule.make(match, context), next: at + 1 };
  }
  return quote(rows, at, context) ?? list(rows, at, context);
}

function quote(rows, at, context) {
  const rest = /^>>> ?([\s\S]*)$/.exec(rows[at]);
  if (rest) {
    const text = [rest[1], ...rows.slice(at + 1)].join('\n');
    return { node: h('blockquote', { class: 'md-quote' }, lines(text, context)), next: rows.length };
  }
  let end = at;
  while (end < rows.length && /^> /.test(rows[end])) end += 1;
  if (end === at) return null;
  const text = rows.slice(at, end).map((row) => row.slice(2)).join('\n');
  return { node: h('blockquote', { class: 'md-quote' }, lines(text, context)), next: end };
}

const ITEM = /^( *)(?:[-*]|(\d+)\.) +(.+)$/;

function list(rows, at, context) {
  const first = ITEM.exec(rows[at]);
  if (!first) return null;
  const depth = first[1].length;
  const node = h(first[2] ? 'ol' : 'ul', { class: 'md-list', start: first[2] });
  let next = at;
  while (next < rows.length) {
    const match = ITEM.exec(rows[next]);
    if (!match || match[1].length < depth) break;
    if (match[1].length > depth + 1 && node.lastChild) {
      const inner = list(rows, next, context);
      node.lastChild.append(inner.node);
      next = inner.next;
    } else {
      node.append(h('li', {}, inline(match[3], context)));
      next += 1;
    }
  }
  return { node, next };
}
