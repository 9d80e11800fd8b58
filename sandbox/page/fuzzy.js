// Fuzzy matching. Hangul is compared letter by letter, so that "오셀" and the half-typed "옷" both
// match 오셀로.

const FIRST = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const MIDDLE = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const LAST = ['', 'ㄱ', 'ㄲ', 'ㄱㅅ', 'ㄴ', 'ㄴㅈ', 'ㄴㅎ', 'ㄷ', 'ㄹ', 'ㄹㄱ', 'ㄹㅁ', 'ㄹㅂ', 'ㄹㅅ', 'ㄹㅌ', 'ㄹㅍ', 'ㄹㅎ', 'ㅁ', 'ㅂ', 'ㅂㅅ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];

/** Lower case, with Hangul syllables split into letters. */
export function letters(text) {
  return [...String(text).normalize('NFC').toLowerCase()].map(spell).join('');
}

function spell(char) {
  const code = char.charCodeAt(0) - 0xac00;
  if (code < 0 || code > 11171) return char;
  return FIRST[Math.floor(code / 588)] + MIDDLE[Math.floor((code % 588) / 28)] + LAST[code % 28];
}

/** How well a text matches the query; 0 means not at all. */
export function score(query, text) {
  const [want, have] = [letters(query), letters(text)];
  if (!want) return 1;
  if (have === want) return 100;
  if (have.startsWith(want)) return 80;
  if (have.split(/[\s\-_]+/).some((word) => word.startsWith(want))) return 60;
  if (have.includes(want)) return 40;
  return subsequence(want.replaceAll(' ', ''), have) ? 20 : 0;
}

function subsequence(want, have) {
  let at = 0;
  for (const char of have) if (char === want[at]) at += 1;
  return at === want.length;
}

/** The items whose texts match, best first; equal matches keep their order. */
export function filter(query, items, textsOf) {
  const scored = items.map((item, at) => ({ item, at, points: Math.max(...textsOf(item).map((text) => score(query, text ?? ''))) }));
  return scored.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points || a.at - b.at).map(({ item }) => item);
}
