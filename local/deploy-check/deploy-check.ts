import { resolve } from 'node:path';
import { headerSettings } from '../../web/site-headers.ts';
import { edgeFindings, siteFindings } from './netlify-findings.ts';
import { sampleSite } from './sample-site.ts';

/** `npm run deploy:check`: would Netlify take this folder as it is meant? Needs no account and no network. */
const site = sampleSite(headerSettings({ FUNCTIONS_URL: 'https://abcdef.supabase.co/functions/v1' }));
const findings = [
  ...(await edgeFindings(resolve('.'))),
  ...(await siteFindings(site.folder, resolve('netlify.toml'))),
];
site.remove();

console.log(findings.length === 0 ? 'Netlify takes this shop as it is meant.' : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
