import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recoveryMail } from './supabase-lite.ts';

const config = readFileSync('supabase/config.toml', 'utf8');

test('the password recovery mail is the same as in a hosted project', () => {
  const [, section = ''] = config.split('[auth.email.template.recovery]');
  expect(section).toContain(`subject = "${recoveryMail.subject}"`);
  expect(section).toContain(`content_path = "./${recoveryMail.content_path}"`);
});

test('its link leads to the site, with the token behind a #', () => {
  const html = readFileSync(recoveryMail.content_path, 'utf8');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([
    '{{ .SiteURL }}/reset-password#token={{ .TokenHash }}',
  ]);
});
