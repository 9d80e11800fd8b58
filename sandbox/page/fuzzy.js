// Fuzzy matching. Hangul is compared letter by letter, so that "오셀" and the half-typed "옷" both
// match 오셀로.

const FIRST = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const MIDDLE = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const LAST = [
  '', 'ㄱ', 'ㄲ', 'ㄱㅅ', 'ㄴ', 'ㄴㅈ', 'ㄴㅎ', 'ㄷ', 'ㄹ', 'ㄹㄱ', 'ㄹㅁ', 'ㄹㅂ', 'ㄹㅅ', 'ㄹㅌ', 'ㄹㅍ', 'ㄹㅎ',
  'ㅁ', 'ㅂ', 'ㅂㅅ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];

/**
 * Lower case, with Hangul syllables split into letters.
 * @param {string} text
 */
export function letters(text) {
  return [...text.normalize('NFC').toLowerCase()].map(spell).join('');
}

/**
 * Unicode orders the syllables from 가 (U+AC00) by first, middle and last letter: 19 × 21 × 28 of them.
 * @param {string} char
 */
function spell(char) {
  const code = char.charCodeAt(0) - 0xac00;
  if (code < 0 || code >= 19 * 21 * 28) return char;
  const middle = Math.floor(code / 28);
  return FIRST.charAt(Math.floor(middle / 21)) + MIDDLE.charAt(middle % 21) + (LAST[code % 28] ?? '');
}

/**
 * How well a text matches the query, from 100 (equal) to 0 (not at all).
 * @param {string} query
 * @param {string} text
 */
export function score(query, text) {
  const want = letters(query);
  const have = letters(text);
  if (!want) return 1;
  if (have === want) return 100;
  if (have.startsWith(want)) return 80;
  if (have.split(/[\s\-_]+/).some((word) => word.startsWith(want))) return 60;
  if (have.includes(want)) return 40;
  return subsequence(want.replaceAll(' ', ''), have) ? 20 : 0;
}

/**
 * Whether the characters of `want` appear in `have` in this order.
 * @param {string} want
 * @param {string} have
 */
function subsequence(want, have) {
  let at = 0;
  for (const char of have) if (char === want[at]) at += 1;
  return at === want.length;
}

/**
 * The items whose texts match, best first; equal matches keep their order.
 * @template T
 * @param {string} query
 * @param {T[]} items
 * @param {(item: T) => (string | undefined)[]} textsOf
 */
export function filter(query, items, textsOf) {
  const scored = items.map((item) => {
    return { item, points: Math.max(...textsOf(item).map((text) => score(query, text ?? ''))) };
  });
  return scored.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points).map(({ item }) => item);
}
