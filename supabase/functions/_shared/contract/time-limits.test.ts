import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserTimeLimits, platformTimeLimit, timeLimits } from './time-limits.ts';

const isRising = (limits: number[]) => limits.every((limit, i) => i === 0 || limit > (limits[i - 1] ?? 0));

it('each part waits longer than the part that it waits for', () => {
  const { lock, order, database, request, proxy, browser } = timeLimits;
  expect(isRising([lock, order, database, request, proxy, browser])).toBe(true);
  expect(proxy).toBeLessThan(platformTimeLimit);
});

it('a read has the time to call the database', () => {
  expect(timeLimits.database).toBeLessThan(browserTimeLimits.read);
});

it('a request has the time to read the database, ask the bank and write the database', () => {
  expect(2 * timeLimits.database + timeLimits.bank).toBeLessThan(timeLimits.request);
});

it('the SQL keeps the same limits', () => {
  const folder = 'supabase/migrations';
  const sql = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const locks = [...sql.matchAll(/ set lock_timeout = '(\d+)s'/g)].map((match) => Number(match[1]) * 1000);
  expect([...new Set(locks)]).toEqual([timeLimits.lock]);
  const [, lease] =
    /function private\.query_lease\(\)[^$]*\$\$ select interval '(\d+) seconds' \$\$/.exec(sql) ?? [];
  expect(Number(lease) * 1000).toBeGreaterThan(timeLimits.bank);
  // Written once, for everybody who asks.
  const leases = [...sql.matchAll(/asking_until = now\(\) \+ (.*?)[,\s]/g)].map(([, length]) => length);
  expect(leases).toEqual(['private.query_lease()', 'private.query_lease()']);
});
