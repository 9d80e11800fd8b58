// What a person does, sent to the server as one JSON body a verb.

/** The server refused; `message` is its one sentence. */
export class Refused extends Error {}

/** POST /page/api/<verb>; the parsed answer, or Refused. */
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
/** Names one interaction, so that the answer finds what caused it. */
export function newNonce() {
  counter += 1;
  return `${Date.now()}${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}${counter}`;
}
