// Typed or picked options: a value to send, or a sentence that says what is wrong.

import { channelOptions, choiceOptions, userOptions } from './choices.js';
import { t } from './texts.js';

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, MENTIONABLE, NUMBER] = [3, 4, 5, 6, 7, 9, 10];
const YES = ['true', 'yes', 'y', '1', '예', '네', '참'];
const NO = ['false', 'no', 'n', '0', '아니요', '아니오', '거짓'];

/** What an option suggests before any typing; null if it suggests nothing. */
export function offered(option, store) {
  if (option.choices?.length) return choiceOptions(option.choices);
  if (option.type === BOOLEAN) return [{ value: true, label: t('yes'), name: 'true' }, { value: false, label: t('no'), name: 'false' }];
  if ([USER, MENTIONABLE].includes(option.type)) return userOptions(store);
  if (option.type === CHANNEL) return channelOptions(store, option.channel_types);
  return null;
}

/** {value} or {error}; {} for an empty optional option. */
export function readValue(option, text, store) {
  const label = option.label;
  if (!text) return option.required ? { error: t('needOption', { name: label }) } : {};
  const reader = READERS[option.type];
  if (!reader) return { error: t('unsupported', { name: label }) };
  if (option.choices?.length) return exact(choiceOptions(option.choices), text) ?? { error: t('needChoice', { name: label }) };
  return reader(option, text, store);
}

/** The one item whose name or value is the text. */
export function exact(items, text) {
  const wanted = text.trim().toLowerCase();
  const texts = (item) => [item.label, item.name, item.description, String(item.value)].filter(Boolean);
  const same = items.find((item) => texts(item).some((one) => one.toLowerCase() === wanted));
  return same ? { value: same.value } : null;
}

function number(option, text, whole) {
  const tidy = text.trim().replace(',', '.');
  const name = option.label;
  if (!(whole ? /^[-+]?\d+$/ : /^[-+]?(\d+\.?\d*|\.\d+)$/).test(tidy)) return { error: t(whole ? 'needInteger' : 'needNumber', { name }) };
  const value = Number(tidy);
  if (option.min_value !== undefined && value < option.min_value) return { error: t('needMin', { name, n: option.min_value }) };
  if (option.max_value !== undefined && value > option.max_value) return { error: t('needMax', { name, n: option.max_value }) };
  return { value };
}

function string(option, text) {
  const name = option.label;
  if (option.min_length && text.length < option.min_length) return { error: t('needShort', { name, n: option.min_length }) };
  if (option.max_length && text.length > option.max_length) return { error: t('needLong', { name, n: option.max_length }) };
  return { value: text };
}

function boolean(option, text) {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return { value: true };
  return NO.includes(word) ? { value: false } : { error: t('needChoice', { name: option.label }) };
}

function user(option, text, store) {
  const word = text.trim().replace(/^<@!?(\d+)>$/, '$1').replace(/^@/, '');
  return exact(userOptions(store), word) ?? { error: t('needUser', { name: option.label }) };
}

function channel(option, text, store) {
  const word = text.trim().replace(/^<#(\d+)>$/, '$1').replace(/^#/, '');
  return exact(channelOptions(store, option.channel_types), word) ?? { error: t('needChannel', { name: option.label }) };
}

const READERS = {
  [STRING]: string,
  [INTEGER]: (option, text) => number(option, text, true),
  [NUMBER]: (option, text) => number(option, text, false),
  [BOOLEAN]: boolean,
  [USER]: user,
  [MENTIONABLE]: user,
  [CHANNEL]: channel,
};
