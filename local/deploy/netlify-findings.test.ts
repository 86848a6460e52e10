import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { headerSettings } from '../../web/site-headers.ts';
import { builtSite } from '../stack/site-server.ts';
import { edgeFindings, siteFindings } from './netlify-findings.ts';
import { netlifySite } from './site-rules.ts';
import { expectedAnswers, sampleSite } from './sample-site.ts';

const settings = headerSettings({});
const toml = readFileSync('netlify.toml', 'utf8');

function newSite() {
  const site = sampleSite(settings);
  onTestFinished(site.remove);
  return site.folder;
}

function siteFindingsWith(
  file: '_headers' | '_redirects',
  change: (text: string) => string,
): Promise<string[]> {
  const folder = newSite();
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
  return siteFindings(folder, resolve('netlify.toml'));
}

/** This project's settings and edge functions, in a folder that a test may change. */
function projectWith(config: string, files: Record<string, string> = {}): string {
  mkdirSync('.shop', { recursive: true });
  const root = mkdtempSync(resolve('.shop', 'deploy-check-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync('web/edge', join(root, 'web/edge'), { recursive: true });
  const contract = 'supabase/functions/_shared/contract';
  cpSync(contract, join(root, contract), { recursive: true });
  for (const [name, text] of Object.entries({ 'netlify.toml': config, ...files }))
    writeFileSync(join(root, name), text);
  return root;
}

describe('the edge functions', () => {
  test('a file next to them that is not an edge function is reported', async () => {
    const root = projectWith(toml, { 'web/edge/proxy.test.ts': "import 'vitest';\n" });
    expect(await edgeFindings(root)).toEqual([
      'web/edge/proxy.test.ts: Netlify would run this as an edge function; move it into a folder below.',
    ]);
  });

  test('an address that the proxy misses is reported, and one that it need not answer', async () => {
    const wrong = toml.replace('path = "/api/*"', 'path = "/api/products"').replace('method = ["POST"]', '');
    expect(await edgeFindings(projectWith(wrong))).toEqual([
      'netlify.toml: no edge function answers POST /api/orders.',
      'netlify.toml: no edge function answers DELETE /api/cart/items/1.',
      'netlify.toml: an edge function runs, and is billed, for GET /payment/success.',
    ]);
  });

  test('the error of a setting that Netlify refuses is reported', async () => {
    const wrong = toml.replace('["POST"]', '["HEAD"]');
    expect((await edgeFindings(projectWith(wrong))).join()).toMatch(/method/i);
  });
});

describe('the site’s files', () => {
  test('are served as intended', async () => {
    expect(await siteFindings(newSite(), resolve('netlify.toml'))).toEqual([]);
  });

  test('a rule that serves a page at every address is reported', async () => {
    const findings = await siteFindingsWith('_redirects', (rules) => `${rules}/* /app-shell.html 200\n`);
    expect(findings).toContain(
      '/assets/app-0.js: Netlify answers 200 with app-shell.html, not 404 with 404.html.',
    );
    expect(findings).toContain(
      '/no-such-page: Netlify answers 200 with app-shell.html, not 404 with 404.html.',
    );
  });

  test('a rule that serves the 404 page with status 200 is reported', async () => {
    const findings = await siteFindingsWith('_redirects', (rules) => `${rules}/* /404.html 200\n`);
    expect(findings).toContain('/no-such-page: Netlify answers 200 with 404.html, not 404 with 404.html.');
  });

  test('a missing rule is reported', async () => {
    const findings = await siteFindingsWith('_redirects', (rules) =>
      rules.replace('/account /app-shell.html 200', ''),
    );
    expect(findings).toEqual(['/account: Netlify answers 404 with 404.html, not 200 with app-shell.html.']);
  });

  test('a missing header is reported', async () => {
    const findings = await siteFindingsWith('_headers', (rules) => rules.replace('immutable', ''));
    expect(findings).toContain('/assets/app-1.js: browsers request it again each time.');
    expect((await siteFindingsWith('_headers', () => ''))[0]).toBe(
      '/: Netlify sends no Content-Security-Policy.',
    );
  });

  test('the local stack answers as Netlify does', async () => {
    const folder = newSite();
    const netlify = await netlifySite(folder, resolve('netlify.toml'));
    const server = createServer(builtSite(folder, settings));
    await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const [path] of expectedAnswers) {
      const [answer, response] = [await netlify.answer(path), await fetch(`${local}${path}`)];
      const { 'Cache-Control': _, ...headers } = answer.headers;
      expect([path, response.status, await response.text()]).toEqual([path, answer.status, answer.file]);
      expect(Object.fromEntries(response.headers)).toMatchObject(lowerCased(headers));
    }
  });
});

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
