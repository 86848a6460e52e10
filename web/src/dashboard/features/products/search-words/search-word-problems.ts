import { spelling } from '@contract/search-kinds.ts';

type Typed = { word: string; means: string };

/** Normalises a word as the search does. */
export const asSearchWord = (typed: string) => typed.trim().toLowerCase();

/** The problems of a search synonym, by field; empty when there are none. */
export function searchWordProblems({ word, means }: Typed): Partial<Typed> {
  const problems: Partial<Typed> = {};
  const isWord = (typed: string) => /^[a-z0-9.]{2,40}$/.test(asSearchWord(typed));
  const sentence = 'Please enter one word of letters and digits, 2 to 40 of them';
  if (!isWord(word)) problems.word = sentence;
  if (!isWord(means)) problems.means = sentence;
  else if (asSearchWord(means) === asSearchWord(word))
    problems.means = 'Please enter another word: this one is found as it is';
  // How kinds of things are called stands in code.
  else if (spelling(asSearchWord(word)) === asSearchWord(means))
    problems.word = 'The search understands this already.';
  return problems;
}
