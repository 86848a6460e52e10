import { smokeFindings } from './smoke-findings.ts';

/** `npm run smoke -- <address>`: does a running shop answer as it must? Buys nothing and sends no mail. */
const [address] = process.argv.slice(2);
if (!address || !URL.canParse(address)) {
  console.error('Name the shop: npm run smoke -- https://www.shop.co.ke');
  process.exit(2);
}
const findings = await smokeFindings(address);
console.log(findings.length === 0 ? `${address} answers as a shop must.` : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
