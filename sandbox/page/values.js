// Typed or picked options: a value to send, or a sentence that says what is wrong.

import { channelOptions, choiceOptions, userOptions } from './choices.js';
import { t } from './texts.js';

/**
 * @import { LeafOption } from './commands.js'
 * @import { Store } from './store.js'
 * @import { Scalar, Value } from './discord.d.ts'
 * @import { Item } from './types.d.ts'
 */

/** @typedef {{ value?: Value, error?: string }} Reading one of both, or none for an empty optional option */
/** @typedef {(option: LeafOption, text: string, store: Store) => Reading} Reader */

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const MENTIONABLE = 9;
const NUMBER = 10;
const YES = ['true', 'yes', 'y', '1', '예', '네', '참'];
const NO = ['false', 'no', 'n', '0', '아니요', '아니오', '거짓'];

/**
 * What an option suggests before any typing; null if it suggests nothing.
 * @param {LeafOption} option
 * @param {Store} store
 * @returns {Item[] | null}
 */
export function offered(option, store) {
  if (option.choices?.length) return choiceOptions(option.choices);
  if (option.type === BOOLEAN) {
    return [{ value: true, label: t('yes'), name: 'true' }, { value: false, label: t('no'), name: 'false' }];
  }
  if ([USER, MENTIONABLE].includes(option.type)) return userOptions(store);
  if (option.type === CHANNEL) return channelOptions(store, option.channel_types);
  return null;
}

/**
 * Reads a typed option.
 * @type {Reader}
 */
export function readValue(option, text, store) {
  const name = option.label;
  if (!text) return option.required ? { error: t('needOption', { name }) } : {};
  const reader = READERS[option.type];
  if (!reader) return { error: t('unsupported', { name }) };
  if (option.choices?.length) return exact(choiceOptions(option.choices), text) ?? { error: t('needChoice', { name }) };
  return reader(option, text, store);
}

/**
 * The value of the item whose name or value is the text.
 * @template {Scalar} V
 * @param {Item<V>[]} items
 * @param {string} text
 */
export function exact(items, text) {
  const wanted = text.trim().toLowerCase();
  /** @param {Item<V>} item */
  const names = ({ label, name, description, value }) => [label, name, description, String(value)];
  const same = items.find((item) => names(item).some((name) => name && name.toLowerCase() === wanted));
  return same ? { value: same.value } : null;
}

/** @type {Reader} */
function integer(option, text) {
  return number(option, text, /^[-+]?\d+$/, t('needInteger', { name: option.label }));
}

/** @type {Reader} */
function decimal(option, text) {
  return number(option, text, /^[-+]?(\d+\.?\d*|\.\d+)$/, t('needNumber', { name: option.label }));
}

/**
 * @param {LeafOption} option
 * @param {string} text
 * @param {RegExp} pattern of the number
 * @param {string} otherwise the error for another text
 * @returns {Reading}
 */
function number(option, text, pattern, otherwise) {
  const tidy = text.trim().replace(',', '.');
  if (!pattern.test(tidy)) return { error: otherwise };
  const { label: name, min_value: min, max_value: max } = option;
  const value = Number(tidy);
  if (min !== undefined && value < min) return { error: t('needMin', { name, n: min }) };
  if (max !== undefined && value > max) return { error: t('needMax', { name, n: max }) };
  return { value };
}

/** @type {Reader} */
function string(option, text) {
  const { label: name, min_length: min, max_length: max } = option;
  if (min && text.length < min) return { error: t('needShort', { name, n: min }) };
  if (max && text.length > max) return { error: t('needLong', { name, n: max }) };
  return { value: text };
}

/** @type {Reader} */
function boolean(option, text) {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return { value: true };
  return NO.includes(word) ? { value: false } : { error: t('needChoice', { name: option.label }) };
}

/** @type {Reader} */
function user(option, text, store) {
  const word = text.trim().replace(/^<@!?(\d+)>$/, '$1').replace(/^@/, '');
  return exact(userOptions(store), word) ?? { error: t('needUser', { name: option.label }) };
}

/** @type {Reader} */
function channel(option, text, store) {
  const word = text.trim().replace(/^<#(\d+)>$/, '$1').replace(/^#/, '');
  const channels = channelOptions(store, option.channel_types);
  return exact(channels, word) ?? { error: t('needChannel', { name: option.label }) };
}

/** @type {Record<number, Reader | undefined>} by type of option */
const READERS = {
  [STRING]: string,
  [INTEGER]: integer,
  [NUMBER]: decimal,
  [BOOLEAN]: boolean,
  [USER]: user,
  [MENTIONABLE]: user,
  [CHANNEL]: channel,
};
