import { describe, expect, it } from 'vitest';
import { proofArguments } from './proof-arguments.ts';

describe('npm run prove', () => {
  it.each([
    [[], { seed: null, filters: [] }],
    [['--seed', '123'], { seed: '123', filters: [] }],
    [['--seed=123', 'model'], { seed: '123', filters: ['model'] }],
    [['killed', '--seed', '7'], { seed: '7', filters: ['killed'] }],
  ])('parses %j', (args, parsed) => {
    expect(proofArguments(args)).toEqual(parsed);
  });

  it.each([[['--seed']], [['--seed', 'abc']], [['--seed=']], [['--seed', '-1']]])('rejects %j', (args) => {
    expect(() => proofArguments(args)).toThrow('npm run prove -- --seed 123');
  });
});
