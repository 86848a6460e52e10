import { showHelp } from '../stack/command-arguments.ts';
import { realAuth } from './real-auth.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

showHelp(`npm test [-- <project or file>]   every test, on throw-away copies of the shop
npm test -- real-auth           those of signing in, with the real Supabase Auth`);

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
if (first === 'real-auth') {
  const program = realAuth();
  if (!program) process.exit();
  process.env.REAL_AUTH = program;
}
await runTests(first === 'real-auth' ? [...signInTests, ...rest] : process.argv.slice(2), tallyOfProcess());
process.exit();
