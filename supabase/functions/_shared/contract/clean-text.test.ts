import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test.each([
  ['a NUL', 'a\0b', 'ab'],
  ['halves of a surrogate pair', '\ud83da\udd29', 'a'],
  ['a mark of direction', '\u200e0712 345 678\u202c', '0712 345 678'],
  ['an override of direction', 'Ada\u202emoc.bank', 'Adamoc.bank'],
  ['spaces of no width', 'A\u200bd\u2060a\ufeff', 'Ada'],
  ['a soft hyphen', 'Nai\u00adrobi', 'Nairobi'],
  ['fillers', '\u115f\u3164\u2800\uffa0', ''],
  ['marks around a note', '\ufff9Ada\ufffa\ufffb', 'Ada'],
  ['a note without a head', '\u{1d159}', ''],
  ['a tag', 'Ada\u{e0041}', 'Ada'],
  ['a bell', 'Ada\u0007', 'Ada'],
  ['an accent beside its letter', 'Jose\u0301', 'José'],
])('%s is not part of a text', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test.each(['Wanjikũ Ng’ang’a', 'Auger 🔩', '👩🏿‍🔧 ⚙️', 'Line\r\nline\ttab', 'Œuvre ½ 550\u00a0W', 'نجلاء'])(
  '%s stays as it is',
  (text) => expect(cleanText(text)).toBe(text),
);

test('a cut never leaves half a character', () => {
  expect(cleanText('Auger 🔩', 7)).toBe('Auger ');
});
