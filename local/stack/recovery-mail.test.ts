import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recoveryMail } from '../deploy/platform-settings.ts';

test('the link of the mail for a new password leads to the site, with the token behind a #', () => {
  const html = readFileSync(recoveryMail.content_path, 'utf8');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([
    '{{ .SiteURL }}/reset-password#token={{ .TokenHash }}',
  ]);
});
