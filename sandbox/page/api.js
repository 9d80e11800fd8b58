// Requests to the server: one POST with a JSON body per action.

/** The server refused an action; `message` is its sentence. */
export class Refused extends Error {}

/** POST /page/api/<verb>; returns the parsed answer or throws Refused. */
export async function post(verb, body) {
  const response = await fetch(`/page/api/${verb}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `${response.status} ${response.statusText}`);
  return answer;
}

let counter = 0;
/** A new nonce, which matches an interaction with its answer. */
export function newNonce() {
  counter += 1;
  return `${Date.now()}${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}${counter}`;
}
