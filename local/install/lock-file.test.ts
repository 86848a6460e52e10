import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type LockedPackage = { integrity?: string; resolved?: string; link?: boolean };

const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);

/**
 * The Supabase CLI's programs for other machines than the one the lock file was written on, whose registry did not
 * have them: npm writes a package's integrity only when it knows it. The CLI itself and its program for the machines
 * that check and deploy the shop have theirs.
 */
const unknownToTheRegistry = /^node_modules\/@supabase\/cli-(darwin|windows|linux-arm64|linux-x64-musl)/;

test('what npm installs is what the lock file was written with: each package has its SHA-512', () => {
  const without = installed
    .filter(([path, { integrity }]) => !unknownToTheRegistry.test(path) && !integrity?.startsWith('sha512-'))
    .map(([path]) => path);
  expect(installed.length).toBeGreaterThan(500);
  expect(without).toEqual([]);
});

test('the lock file names no registry: each machine uses its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});
