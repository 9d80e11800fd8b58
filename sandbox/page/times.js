// Times in the reader's locale; relative times are updated while the page is open.

import { h } from './dom.js';
import { locale, t } from './texts.js';

/** @type {Record<string, Intl.DateTimeFormatOptions | undefined>} */
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
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

let skew = 0;

/**
 * Sets the difference between this machine's clock and the server's.
 * @param {number} serverSeconds
 */
export function setClock(serverSeconds) {
  skew = serverSeconds * 1000 - Date.now();
}

/** The server's time in milliseconds. */
export function now() {
  return Date.now() + skew;
}

/**
 * By locale and style: to make one takes longer than to use it a hundred times.
 * @type {Map<string, Intl.DateTimeFormat>}
 */
const formats = new Map();

/**
 * @param {Date} date
 * @param {string} style
 */
function format(date, style) {
  const key = `${locale()} ${style}`;
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f);
  formats.set(key, formatter);
  return formatter.format(date);
}

/**
 * As in Discord's client: rounded to the nearest unit, and in numbers ("in 1 day", never "tomorrow").
 * @param {Date} date
 */
function relative(date) {
  const seconds = Math.round((date.getTime() - now()) / 1000);
  // A unit is used from where the next smaller one, rounded, fills it: 59 minutes and 30 seconds are 1 hour.
  const [unit, size] = UNITS.find(([, unitSize], at) => {
    const smaller = UNITS[at + 1]?.[1] ?? 1;
    return Math.round(Math.abs(seconds) / smaller) * smaller >= unitSize;
  }) ?? ['second', 1];
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(locale(), { numeric }).format(Math.round(seconds / size), unit);
}

/**
 * <t:seconds:style> as an element.
 * @param {number} seconds
 */
export function timestamp(seconds, style = 'f') {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${seconds}:${style}>`);
  const text = style === 'R' ? relative(date) : format(date, style);
  const live = style === 'R' ? String(seconds) : undefined;
  return h('time', {
    class: 'stamp', datetime: date.toISOString(), title: format(date, 'F'), dataset: { relative: live },
  }, text);
}

/**
 * When a message was sent: the time if today, otherwise date and time.
 * @param {string} iso
 */
export function messageTime(iso) {
  const date = new Date(iso);
  const text = format(date, sameDay(date, new Date(now())) ? 't' : 's');
  return h('time', { class: 'when', datetime: iso, title: format(date, 'F') }, text);
}

/**
 * The time alone, for the margin of grouped messages.
 * @param {string} iso
 */
export function shortTime(iso) {
  return h('time', { class: 'margin-time', datetime: iso, 'aria-hidden': 'true' }, format(new Date(iso), 't'));
}

/**
 * The heading of a day.
 * @param {string} iso
 */
export function dayName(iso) {
  const date = new Date(iso);
  return sameDay(date, new Date(now())) ? t('today') : format(date, 'D');
}

/**
 * @param {string | Date} a
 * @param {string | Date} b
 */
export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

function refresh() {
  for (const element of document.querySelectorAll('time[data-relative]')) {
    const text = relative(new Date(Number(element.getAttribute('data-relative')) * 1000));
    if (element.textContent !== text) element.textContent = text;
  }
}
setInterval(refresh, 1000);
