import { resolve } from 'node:path';
import { headerSettings } from '../../web/site-headers.ts';
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

console.log(
  findings.length === 0 ? 'The shop deploys to Netlify and Supabase as intended.' : findings.join('\n'),
);
process.exitCode = findings.length === 0 ? 0 : 1;
