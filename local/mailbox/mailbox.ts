import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { mailListPage, mailPage, noSuchMailPage } from './mailbox-pages.ts';

type OutgoingMail = { to: string; from?: string; subject: string; text?: string; html?: string };

/** A mail as it lies in the box; `sentAt` is ISO 8601 in UTC. */
export type StoredMail = OutgoingMail & { id: string; sentAt: string };

export type Mailbox = {
  /** Its pages, all below `/mailbox`. */
  app: Hono;
  deliver(mail: OutgoingMail): Promise<void>;
  /** Newest first. */
  list(): Promise<StoredMail[]>;
};

/** Mail that the shop sends on this machine is kept here, one file each, and never leaves. */
export function createMailbox({ folder }: { folder: string }): Mailbox {
  mkdirSync(folder, { recursive: true });
  let lastTime = 0;

  async function deliver(mail: OutgoingMail): Promise<void> {
    // Two mails of one millisecond keep their order: file names sort by time.
    lastTime = Math.max(Date.now(), lastTime + 1);
    const sentAt = new Date(lastTime).toISOString();
    const id = `${sentAt.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
    const { to, from, subject, text, html } = mail;
    const stored: StoredMail = { id, sentAt, to, from, subject, text, html };
    // Renamed when whole, so that no reader sees half a mail.
    const unfinished = join(folder, `${id}.part`);
    await writeFile(unfinished, JSON.stringify(stored, null, 2));
    await rename(unfinished, join(folder, `${id}.json`));
  }

  async function list(): Promise<StoredMail[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const newestFirst = names.sort().reverse();
    return Promise.all(
      newestFirst.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail),
    );
  }

  const find = async (id: string) => (await list()).find((mail) => mail.id === id) ?? null;

  const app = new Hono().basePath('/mailbox');
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  app.get('/', async (context) => context.html(mailListPage(await list())));
  app.get('/api/messages', async (context) => context.json({ messages: await list() }));
  app.get('/:id', async (context) => {
    const mail = await find(context.req.param('id'));
    return mail === null ? context.html(noSuchMailPage(), 404) : context.html(mailPage(mail));
  });
  app.get('/:id/body', async (context) => {
    const mail = await find(context.req.param('id'));
    if (mail?.html === undefined) return context.html(noSuchMailPage(), 404);
    // A mail is somebody else's HTML: it may show itself and open links in a new window, and do nothing more.
    context.header(
      'Content-Security-Policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    return context.html(`<base target="_blank">${mail.html}`);
  });
  return { app, deliver, list };
}

/** Fits the `EmailDriver` of Supabase Lite, so that the sign-up and password mails of Auth land in the box. */
export function mailboxEmailDriver(mailbox: Mailbox): {
  send(message: { to: string; subject: string; text?: string; html?: string }): Promise<void>;
} {
  return { send: (message) => mailbox.deliver(message) };
}
