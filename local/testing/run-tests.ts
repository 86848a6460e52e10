import { showHelp } from '../stack/command-arguments.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

showHelp(`npm test [-- <project or file>]   every test, on throw-away copies of the shop
npm test -- real-auth           those of signing in, with the Supabase Auth of REAL_AUTH`);

/** Parts of the names of the files, of the API and of the browser, about accounts, their sessions and their passwords. */
const signInTests = [
  'api/accounts',
  'api/auth-refusals',
  'api/email-confirmation',
  'api/guest-sessions',
  'api/many-addresses',
  'api/new-device',
  'api/own-data',
  'api/password-again',
  'api/rate-limits',
  'api/second-factor',
  'api/signed-in-devices',
  'tests/api/staff-',
  'e2e/accounts',
  'e2e/admin-gate',
  'e2e/email-confirmation',
  'e2e/own-data',
  'e2e/password-again',
  'e2e/second-factor',
  'e2e/signed-in-devices',
];

/** `npm test`, with `npm test -- <project or file>` for a part. The last line is always `N passed, N failed`. */
const [first, ...rest] = process.argv.slice(2);
if (first === 'real-auth' && !process.env.REAL_AUTH) {
  console.log('Skipped: REAL_AUTH is not set to the program of Supabase Auth (docs/local-and-hosted.md).');
  process.exit();
}
await runTests(first === 'real-auth' ? [...signInTests, ...rest] : process.argv.slice(2), tallyOfProcess());
process.exit();
