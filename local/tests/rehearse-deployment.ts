import { databaseUnderTest } from '../testing/database-under-test.ts';
import { startTestStack } from '../testing/test-stack.ts';
import { untouchedDatabase } from '../../supabase/tests/database/untouched.ts';
import { serveVendors } from './vendor-server.ts';
import { tokens, vendorStandIns } from './vendor-stand-ins.ts';

/** `npx tsx local/tests/rehearse-deployment.ts`: both vendors on this machine until Ctrl-C, to try `npm run deploy` by hand. */
const stack = await startTestStack({ demo: false, onStep: (text) => console.log(text) });
process.env.SHOP_STACKS = JSON.stringify([stack.description]);
const { sql } = await untouchedDatabase(databaseUnderTest(), 'hosted-scheduler.sql');
const standIns = vendorStandIns(async (text) => (await sql.unsafe(text)) as unknown[]);
const { env } = await serveVendors(standIns.nextRun().fetch);
console.log(`
Supabase and Netlify stand here, without a project. In another terminal, in a clone:

export STAND_INS=${env.STAND_INS} NODE_OPTIONS='${env.NODE_OPTIONS}'
npm run deploy

It asks for two tokens: ${tokens.supabase} and ${tokens.netlify}`);
