import { resolve } from 'node:path';
import { headerSettings } from '../../web/site-headers.ts';
import { hasHostedDeno, hostedDeno } from '../install/hosted-deno.mjs';
import { hostedDenoFindings } from './hosted-deno-findings.ts';
import { edgeFindings, siteFindings } from './netlify-findings.ts';
import { sampleSite } from './sample-site.ts';
import { supabaseFindings } from './supabase-findings.ts';

/** `npm run deploy:check`: checks that this folder deploys to Netlify and Supabase as intended. Needs no account and no network. */
const root = resolve('.');
const site = sampleSite(headerSettings({ FUNCTIONS_URL: 'https://abcdef.supabase.co/functions/v1' }));
const findings = [
  ...(await edgeFindings(root)),
  ...(await siteFindings(site.folder, resolve('netlify.toml'))),
  ...(await supabaseFindings(root)),
];
site.remove();

if (hostedDeno === null) {
  console.log(
    'The functions were not started under Supabase’s Deno: this is checked only on Linux with x64.',
  );
} else if (hasHostedDeno()) {
  findings.push(...(await hostedDenoFindings(root, hostedDeno)));
} else {
  const sentence =
    'The functions were not started under Supabase’s Deno, which is not installed: type npm ci once with a network.';
  // A developer may be offline, but before a merge it must be checked.
  if (process.env.CI) findings.push(sentence);
  else console.log(sentence);
}

console.log(
  findings.length === 0 ? 'The shop deploys to Netlify and Supabase as intended.' : findings.join('\n'),
);
process.exitCode = findings.length === 0 ? 0 : 1;
