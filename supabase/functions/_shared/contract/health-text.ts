import type { HealthComponentName, HealthFinding, JudgedComponent } from './health.ts';
import { listedOrderNumber } from './order-number.ts';

const readItsLog = 'Read the log of that function, and docs/deploy.md, The minute job.';
/** What to do when a component fails. */
export const healthAdvice: Record<HealthComponentName, string> = {
  database: 'Look at the status page of Supabase, and at Database → Logs.',
  auth: 'Look at the status page of Supabase, and at Auth → Logs.',
  storage: 'Look at the status page of Supabase, and at Storage → Logs.',
  bank: 'Ask the bank; until it answers, orders stay unpaid and nobody is charged.',
  mail: 'Set the key of a provider: docs/deploy.md, Secrets.',
  reconcile: readItsLog,
  'send-messages': readItsLog,
  'check-invariants':
    'The check at night has stopped. Tell whoever looks after the system: docs/deploy.md, The minute job.',
  payments: 'Ask the bank whether it has trouble. Tell whoever looks after the system.',
  mpesa: 'Ask Safaricom, and read docs/deploy.md, M-Pesa.',
  tasks: 'Dashboard → Transactions, and its Statements, list what to do.',
  outbox: 'Dashboard → Messages says why. Tell whoever looks after the system.',
  messages: 'Dashboard → Messages says why.',
  rules: 'Ship nothing of it before you know why.',
  papers: 'They are tried again tonight, and with the next payment, refund or change of that order.',
  space: 'Take a larger plan, or delete what nobody needs: docs/deploy.md, Space.',
  backup: 'Make a backup, and see why none was made: docs/deploy.md, Backups.',
  monitor: 'See why it stopped: docs/deploy.md, The first day.',
};

/** What the database found, in a sentence, and what to do about it. */
export const failingWords = (finding: HealthFinding) => ({
  problem: problems[finding.component](finding),
  advice: healthAdvice[finding.component],
});

/** The same; null when all is well. */
export const healthWords = (finding: HealthFinding) =>
  finding.cases === 0 ? { problem: null, advice: null } : failingWords(finding);

const ranLast = ({ component, minutes }: HealthFinding) => `${component} ran last ${minutes} minutes ago.`;
const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
const used = (what: string, space: [bytes: number, megabytes: number] | undefined) =>
  space ? [`The ${what} ${Math.floor(space[0] / 1e6)} MB of ${space[1]} MB.`] : [];

const problems: Record<JudgedComponent, (finding: HealthFinding) => string> = {
  reconcile: ranLast,
  'send-messages': ranLast,
  'check-invariants': ({ minutes }) =>
    `The rules about money and stock were last checked ${Math.floor(Number(minutes) / 60)} hours ago.`,
  payments: ({ cases, minutes, isSilent }) =>
    isSilent
      ? `The bank gave no answer for ${minutes} minutes.`
      : `${counted(cases, 'payment has', 'payments have')} been without an answer of the bank for 15 minutes or longer.`,
  mpesa: ({ cases, minutes, isSilent, waiting = 0 }) =>
    isSilent
      ? `Safaricom gave no answer to the last ${cases} requests, for ${minutes} minutes: pages offer the card first.`
      : `Nothing proves payments to the paybill: announced payments wait for a statement or a person, now ${waiting}.`,
  tasks: ({ cases }) => `${counted(cases, 'task about money is', 'tasks about money are')} older than a day.`,
  outbox: ({ cases }) =>
    `${counted(cases, 'message has', 'messages have')} been waiting to be sent for 15 minutes or longer.`,
  messages: ({ cases }) =>
    `${counted(cases, 'message', 'messages')} failed, or may not have gone out, since yesterday.`,
  rules: ({ cases, broken, subject }) =>
    `${counted(cases, 'problem', 'problems')} with money or stock, the first: ${broken} (${subject}).`,
  papers: ({ cases, orderId = '', problem = '' }) =>
    `${counted(
      cases,
      'order is without its invoice or credit note',
      'orders are without their invoices or credit notes',
    )}, the first: ${listedOrderNumber(orderId)} (${problem.replace(/\.+$/, '')}).`,
  space: ({ database, pictures }) =>
    [...used('database has', database), ...used('pictures have', pictures)].join(' '),
  backup: ({ minutes }) =>
    `npm run shop -- backup ${
      minutes === null ? 'has never finished' : `finished last ${Math.floor(minutes / 1440)} days ago`
    }.`,
  monitor: ({ minutes }) =>
    `Nobody has asked from outside whether the shop is well for ${Math.floor(Number(minutes) / 60)} hours.`,
};

/** What the jobs of a hosted project lack: `public.schedule_jobs` in SQL. */
export type MissingForJobs = keyof typeof missingForJobs;
export const missingForJobs = {
  pg_cron: 'No job is scheduled: switch the extension pg_cron on.',
  pg_net: 'The functions are not called: switch the extension pg_net on.',
  vault: 'The functions are not called: switch Vault on.',
  project_url: 'The functions are not called: Vault has no secret project_url.',
  reconcile_key: 'The functions are not called: Vault has no secret reconcile_key.',
};
