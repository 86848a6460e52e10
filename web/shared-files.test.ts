import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstPages, sharedFiles } from './shared-files.ts';

const modules = [
  ...execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      'web/src',
      'supabase/functions/_shared/contract',
    ],
    {
      encoding: 'utf8',
    },
  ).split('\n'),
  ...readdirSync('node_modules').flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(`node_modules/${name}`).map((below) => `node_modules/${name}/${below}/`)
      : [`node_modules/${name}/`],
  ),
  ...readdirSync('node_modules/lucide-react/dist/esm/icons').map(
    (name) => `node_modules/lucide-react/dist/esm/icons/${name}`,
  ),
];

/** The alternatives of a pattern, one by one: `a(b|c)d?` is `abd`, `ab`, `acd` and `ac`. */
function alternatives(pattern: string): string[] {
  let at = 0;
  const anyOf = (): string[] => {
    const found = sequence();
    while (pattern[at] === '|') {
      at += 1;
      found.push(...sequence());
    }
    return found;
  };
  const sequence = (): string[] => {
    let found = [''];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const parts = one();
      if (pattern[at] === '?') {
        at += 1;
        parts.push('');
      }
      found = found.flatMap((before) => parts.map((part) => before + part));
    }
    return found;
  };
  const one = (): string[] => {
    if (pattern[at] !== '(') {
      const length = pattern[at] === '\\' ? 2 : 1;
      at += length;
      return [pattern.slice(at - length, at)];
    }
    at += 1;
    const inside = anyOf();
    at += 1;
    return inside;
  };
  return anyOf();
}

test.each(
  [
    firstPages,
    ...sharedFiles.flatMap(({ test: pattern }) => (pattern instanceof RegExp ? [pattern] : [])),
  ].flatMap(({ source }) => alternatives(source)),
)('a module matches %s', (part) => {
  expect(modules.some((module) => new RegExp(part).test(module))).toBe(true);
});
