// Times in the reader's locale; relative ones stay true while the page is open.

import { h } from './dom.js';
import { locale, t } from './texts.js';

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};
const UNITS = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

let skew = 0;

/** Learns how far this machine's clock is from the server's. */
export function setClock(serverSeconds) {
  skew = serverSeconds * 1000 - Date.now();
}

/** The server's clock, in milliseconds. */
export function now() {
  return Date.now() + skew;
}

function format(date, style) {
  return new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f).format(date);
}

// As Discord's own client: rounded to the nearest whole unit, and in numbers ("in 1 day", never "tomorrow").
function relative(date) {
  const seconds = Math.round((date - now()) / 1000);
  const length = Math.abs(seconds);
  const reaches = ([, size], at) => Math.round(length / (UNITS[at + 1]?.[1] ?? 1)) * (UNITS[at + 1]?.[1] ?? 1) >= size;
  const [unit, size] = UNITS.find(reaches) ?? UNITS.at(-1);
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(locale(), { numeric }).format(Math.round(seconds / size), unit);
}

/** <t:seconds:style> as an element. */
export function timestamp(seconds, style = 'f') {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${seconds}:${style}>`);
  const text = style === 'R' ? relative(date) : format(date, style);
  const live = style === 'R' ? String(seconds) : undefined;
  return h('time', { class: 'stamp', datetime: date.toISOString(), title: format(date, 'F'), dataset: { relative: live } }, text);
}

/** When a message was written: the time today, date and time before. */
export function messageTime(iso) {
  const date = new Date(iso);
  const text = format(date, sameDay(date, new Date(now())) ? 't' : 's');
  return h('time', { class: 'when', datetime: iso, title: format(date, 'F') }, text);
}

/** Just the time, for the margin of grouped messages. */
export function shortTime(iso) {
  return h('time', { class: 'margin-time', datetime: iso, 'aria-hidden': 'true' },
    new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(iso)));
}

/** The heading of a day. */
export function dayName(iso) {
  const date = new Date(iso);
  return sameDay(date, new Date(now())) ? t('today') : format(date, 'D');
}

export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

function refresh() {
  for (const element of document.querySelectorAll('time[data-relative]')) {
    const text = relative(new Date(element.dataset.relative * 1000));
    if (element.textContent !== text) element.textContent = text;
  }
}
setInterval(refresh, 1000);
