import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpShop } from './backup/back-up-shop.ts';
import { backupBucket } from './backup/backup-bucket.ts';
import { rehearseRestore } from './backup/rehearse-restore.ts';
import { restoreShop } from './backup/restore-shop.ts';
import { atShop, inShopDatabase } from './stack/shop-location.ts';
import { databaseFindings } from './doctor/database-findings.ts';
import { platformFindings } from './doctor/platform-findings.ts';
import { endSignIns, giveAdminRole, removeSecondFactor } from './make-admin/account-steps.ts';
import { smokeFindings } from './smoke/smoke-findings.ts';
import { commandArguments } from './stack/command-arguments.ts';
import { databaseSentence } from './stack/owner-database.ts';

/** `npm run shop -- <command>`: what an owner does with a shop, the one on this machine or that of `DATABASE_URL`. */
const usage = `npm run shop -- …
  doctor [address]            what is wrong, and what to do about it; with SUPABASE_ACCESS_TOKEN also at the settings of
                              the project, with an address also at the running site
  smoke <address>             tests a running shop; buys nothing and sends no mail
  backup [file]               database and pictures into one file, encrypted with BACKUP_PASSPHRASE
  backup https://…            the same to https://<host>/<bucket>/<folder>, by S3's protocol, where thirty are kept
  restore <file>              a backup into an empty shop with the same migrations
  rehearse <file>             restores a backup into a shop that is thrown away, and brings it to this version: what would
                              be lost, or nothing
  make-admin <id or e-mail>   gives an account the admin role
    --new-factor              removes the second factor instead, of an admin who has lost phone and recovery codes
    --sign-out                signs the person out everywhere instead`;

const { positionals, values } = commandArguments(
  {
    allowPositionals: true,
    options: {
      'new-factor': { type: 'boolean' },
      'sign-out': { type: 'boolean' },
    },
  },
  usage,
);
const [command = '', subject] = positionals;

if (existsSync('.env')) process.loadEnvFile('.env');
const work = workOf();
if (!work || positionals.length > 2) {
  console.error(usage);
  process.exit(2);
}
try {
  if (!(await work())) process.exitCode = 1;
} catch (error) {
  console.error(databaseSentence(error));
  process.exitCode = 1;
}

/** Undefined when the words on the command line are no command; else what returns whether all is well. */
function workOf(): (() => Promise<boolean>) | undefined {
  if (command === 'doctor') return () => doctor(subject);
  if (command === 'backup') return () => backup(subject ?? backupName());
  if (!subject) return undefined;
  if (command === 'smoke' && URL.canParse(subject)) return () => smoke(subject);
  if (command === 'restore') return () => restore(subject);
  if (command === 'rehearse') return () => rehearse(subject);
  if (command !== 'make-admin' || (values['new-factor'] && values['sign-out'])) return undefined;
  return () => makeAdmin(subject);
}

async function doctor(address?: string): Promise<boolean> {
  const findings: string[] = [];
  try {
    const isHosted = Boolean(process.env.DATABASE_URL);
    const found = await inShopDatabase(process.env, (sql) =>
      databaseFindings((text) => sql.unsafe(text), isHosted),
    );
    findings.push(...found);
  } catch (error) {
    findings.push(`The database does not answer: ${databaseSentence(error)}`);
  }
  findings.push(...(await platformFindings('.', process.env)));
  if (address) findings.push(...(await smokeFindings(address)));
  return tell(findings, 'No problems found.');
}

async function smoke(address: string): Promise<boolean> {
  return tell(await smokeFindings(address), `${address} passed all checks.`);
}

/** Prints what was found, or that all is well. */
function tell(findings: readonly string[], isWell: string): boolean {
  console.log(findings.length === 0 ? isWell : findings.join('\n'));
  return findings.length === 0;
}

async function backup(target: string): Promise<boolean> {
  const passphrase = process.env.BACKUP_PASSPHRASE ?? '';
  const bucket = /^https?:\/\//.test(target) ? backupBucket(target, process.env) : null;
  const folder = bucket && mkdtempSync(join(tmpdir(), 'shop-backup-'));
  const file = folder ? join(folder, backupName()) : target;
  const made = await atShop(process.env, 'read', (location) =>
    backUpShop(location, file, passphrase, bucket?.store),
  ).finally(() => folder && rmSync(folder, { recursive: true }));
  const { tables, rows, pictures, missing, isRecorded } = made;
  console.log(`${target}: ${rows} rows of ${tables} tables, ${pictures} pictures.`);
  if (missing.length > 0)
    console.log(
      `Storage does not have ${missing.length} pictures that the database lists, e.g. ${missing[0]}.`,
    );
  if (!isRecorded)
    console.log(
      'The backup is complete but could not be recorded in the shop: Health will show an older one.',
    );
  if (bucket) console.log(`${await bucket.keepNewest()} backups are at ${target}.`);
  return true;
}

/** `shop-2026-11-22T0830.backup` */
function backupName(): string {
  const moment = new Date().toISOString().slice(0, 16).replace(':', '');
  return `shop-${moment}.backup`;
}

async function restore(file: string): Promise<boolean> {
  const restored = await atShop(process.env, 'write', (location) =>
    restoreShop(location, file, process.env.BACKUP_PASSPHRASE ?? ''),
  );
  const { madeAt, rows, pictures, broken } = restored;
  console.log(`Restored the shop of ${madeAt}: ${rows} rows, ${pictures} pictures.`);
  for (const sentence of broken) console.log(sentence);
  return broken.length === 0;
}

async function rehearse(file: string): Promise<boolean> {
  const findings = await rehearseRestore(file, process.env.BACKUP_PASSPHRASE ?? '');
  return tell(findings, 'Everything in the backup came back.');
}

async function makeAdmin(who: string): Promise<boolean> {
  const step = values['new-factor'] ? removeSecondFactor : values['sign-out'] ? endSignIns : giveAdminRole;
  console.log(await inShopDatabase(process.env, (sql) => step(sql, who)));
  return true;
}
