// Requests to the server: one POST with a JSON body per action.

import { travel } from './latency.js';
import { t } from './texts.js';

/**
 * `channel_id` is that of a DM that was opened, `user_id` that of a person who was added.
 * @typedef {{ error?: string, channel_id?: string, user_id?: string }} Answer
 */

/** @type {(response: Response) => Promise<Answer>} */
const parseAnswer = (response) => response.json();

/** The server refused an action; `message` is its sentence. */
export class Refused extends Error {}

/**
 * POST /page/api/<verb>; returns the parsed answer. Throws Refused, or a TypeError if the server does not answer.
 * @param {string} verb
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export async function post(verb, body) {
  await travel();
  const response = await fetch(`/page/api/${verb}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await parseAnswer(response).catch(() => ({ error: undefined }));
  if (!response.ok) throw new Refused(answer.error ?? `${response.status} ${response.statusText}`);
  return answer;
}

/**
 * The sentence that says to the person why an action failed.
 * @param {unknown} error what `post` has thrown
 */
export function sentenceOf(error) {
  return error instanceof Refused ? error.message : t('loadFailed');
}

let counter = 0;
/** A new nonce, which matches an interaction with its answer. */
export function newNonce() {
  counter += 1;
  return `${Date.now()}${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}${counter}`;
}
