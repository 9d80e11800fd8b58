// Times in the reader's locale; relative times are updated while the page is open.

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

/** Sets the difference between this machine's clock and the server's. */
export function setClock(serverSeconds) {
  skew = serverSeconds * 1000 - Date.now();
}

/** The server's time in milliseconds. */
export function now() {
  return Date.now() + skew;
}

const formats = new Map(); // by locale and style: to make one takes longer than to use it a hundred times

function format(date, style) {
  const key = `${locale()} ${style}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f));
  return formats.get(key).format(date);
}

// As in Discord's client: rounded to the nearest unit, and in numbers ("in 1 day", never "tomorrow").
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

/** When a message was sent: the time if today, otherwise date and time. */
export function messageTime(iso) {
  const date = new Date(iso);
  const text = format(date, sameDay(date, new Date(now())) ? 't' : 's');
  return h('time', { class: 'when', datetime: iso, title: format(date, 'F') }, text);
}

/** The time alone, for the margin of grouped messages. */
export function shortTime(iso) {
  return h('time', { class: 'margin-time', datetime: iso, 'aria-hidden': 'true' }, format(new Date(iso), 't'));
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
