import { afterEach, test } from 'vitest';
import { openHealth } from './admin-health-screens.ts';
import { openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';

afterEach(async () => {
  await db()`update private.settings set backup_limit_days = null`;
  await db()`delete from private.heartbeats where job = 'backup'`;
});

test('the owner sees what is wrong and what to do, fixes it, and checks again', async () => {
  const { page } = await openShop({ viewport: phone });
  await db()`update private.settings set backup_limit_days = 7`;
  await db()`insert into private.heartbeats (job, at) values ('backup', now() - interval '9 days')
    on conflict (job) do update set at = excluded.at`;
  await openHealth(page);
  const backup = page.getByRole('listitem').filter({ hasText: 'Backup' });
  await backup.getByText('Needs attention').waitFor();
  await backup.getByText('npm run shop -- backup finished last 9 days ago.').waitFor();
  await backup.getByText('Make a backup, and see why none was made').waitFor();
  await backup.getByText(/^Since \d+ \w+ 20\d\d, \d\d:\d\d$/).waitFor();

  await db()`update private.heartbeats set at = now() where job = 'backup'`;
  await page.getByRole('button', { name: 'Check again' }).click();
  await backup.waitFor({ state: 'detached' });
});

test('when the shop does not respond, the last report stays with its time', async () => {
  const { page } = await openShop({ expected: [/status of 503/] });
  await openHealth(page);
  const report = page.getByRole('status').filter({ hasText: /^(Everything is working|One part|\d+ parts)/ });
  await report.waitFor();
  await page.route('**/api/health/deep', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('alert').filter({ hasText: 'What you see below is from' }).waitFor();
  await report.waitFor();
});
