import { expect, test } from 'vitest';
import { searchWordProblems } from './search-word-problems.ts';

test.each([
  [{ word: 'Kikapu', means: ' battery ' }, []],
  [{ word: 'Betri', means: ' battery ' }, ['word']],
  [{ word: 'battery', means: 'battery' }, ['means']],
  [{ word: '5kva', means: '5kw' }, []],
  [{ word: '', means: '' }, ['word', 'means']],
  [{ word: 'two words', means: 'solar' }, ['word']],
  [{ word: 'jua', means: 'the sun' }, ['means']],
  [{ word: 'x', means: 'solar' }, ['word']],
  [{ word: 'x'.repeat(41), means: 'solar' }, ['word']],
  [{ word: 'Solar', means: 'solar' }, ['means']],
])('%j has problems with %j', (typed, fields) => {
  expect(Object.keys(searchWordProblems(typed))).toEqual(fields);
});
