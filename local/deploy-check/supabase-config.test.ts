import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('`config push` leaves the address of a shop alone: the file that is pushed names none', () => {
  const config = readFileSync('supabase/config.toml', 'utf8');
  expect(config).toContain('[auth]');
  expect(config).not.toMatch(/^\s*(site_url|additional_redirect_urls)\b/m);
});
