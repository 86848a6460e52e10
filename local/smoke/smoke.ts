import { parseArgs } from 'node:util';
import { awaitRelease } from './await-release.ts';
import { smokeFindings } from './smoke-findings.ts';

/**
 * `npm run smoke -- <address>`: tests a running shop. Buys nothing and sends no mail. With
 * `--release <commit>` it waits until the site was built from that commit.
 */
const { values, positionals } = parseArgs({
  options: { release: { type: 'string' } },
  allowPositionals: true,
});
const [address] = positionals;
if (!address || !URL.canParse(address)) {
  console.error('Name the shop: npm run smoke -- https://www.shop.co.ke');
  process.exit(2);
}
if (values.release) await awaitRelease(address, values.release);
const findings = await smokeFindings(address);
console.log(findings.length === 0 ? `${address} passed all checks.` : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
