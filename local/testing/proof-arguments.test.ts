import { describe, expect, it } from 'vitest';
import { proofArguments } from './proof-arguments.ts';

describe('npm run prove', () => {
  it.each([
    [[], { seed: null, filters: [] }],
    [['--seed', '123'], { seed: '123', filters: [] }],
    [['--seed=123', 'model'], { seed: '123', filters: ['model'] }],
    [['killed', '--seed', '7'], { seed: '7', filters: ['killed'] }],
  ])('understands %j', (words, understood) => {
    expect(proofArguments(words)).toEqual(understood);
  });

  it.each([[['--seed']], [['--seed', 'abc']], [['--seed=']], [['--seed', '-1']]])(
    'says what is wrong with %j',
    (words) => {
      expect(() => proofArguments(words)).toThrow('npm run prove -- --seed 123');
    },
  );
});
