import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { headerSettings, siteHeaders, writeSiteHeaders } from './site-headers.ts';
import { starterSource } from './start-after-paint.ts';

afterEach(() => vi.unstubAllEnvs());

async function builtHeaders(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'shop-headers-'));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [writeSiteHeaders()],
    build: {
      outDir,
      lib: { entry: 'supabase/functions/_shared/contract/order-number.ts', formats: ['es'] },
      copyPublicDir: false,
    },
  });
  return readFileSync(join(outDir, '_headers'), 'utf8');
}

test('the built site has its headers, with the Supabase project of FUNCTIONS_URL', async () => {
  vi.stubEnv('FUNCTIONS_URL', 'https://abcdef.supabase.co/functions/v1');
  vi.stubEnv('CARD_GATEWAY_ORIGINS', 'https://bank.example https://3ds.example');
  expect(await builtHeaders()).toBe(`/*
  X-Content-Type-Options: nosniff
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()
  Content-Security-Policy: default-src 'self'; img-src 'self' data: blob: https: https://abcdef.supabase.co; style-src 'self'; script-src 'self' ${starterSource}; connect-src 'self' https://abcdef.supabase.co; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'
  Content-Security-Policy-Report-Only: form-action 'self' https://bank.example https://3ds.example
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/service-worker.js*
  Cache-Control: no-cache
/manifest.webmanifest*
  Content-Type: application/manifest+json
`);
});

test('a deploy preview is not indexed', async () => {
  vi.stubEnv('CONTEXT', 'deploy-preview');
  expect(await builtHeaders()).toContain('  X-Robots-Tag: noindex\n');
});

test('without that setting connections to any Supabase project are allowed', () => {
  expect(headerSettings({}).supabase).toBe('https://*.supabase.co');
});

test('after the first live payment a setting blocks forms to anywhere but the shop and the bank', () => {
  const settings = headerSettings({ CARD_GATEWAY_ORIGINS: 'https://bank.example', FORM_ACTION: 'enforce' });
  const [{ headers } = { headers: {} as Record<string, string> }] = siteHeaders(settings);
  expect(headers['Content-Security-Policy']).toMatch(/; form-action 'self' https:\/\/bank\.example$/);
  expect(headers).not.toHaveProperty('Content-Security-Policy-Report-Only');
});

test('netlify.toml keeps no second copy', () => {
  expect(readFileSync('netlify.toml', 'utf8')).not.toMatch(/content-security-policy/i);
});
