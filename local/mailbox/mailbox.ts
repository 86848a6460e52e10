import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { mailListPage, mailPage, noSuchMailPage } from './mailbox-pages.ts';
import { messageProviders } from './message-providers.ts';
import { messageReports, type SendReport } from './provider-webhooks.ts';

export type MessageChannel = 'email' | 'sms' | 'whatsapp';

export type OutgoingMail = {
  channel?: MessageChannel;
  to: string;
  from?: string;
  subject: string;
  text?: string;
  html?: string;
  /** What the shop calls this kind of message, and the order it is about. */
  kind?: string;
  orderId?: string;
};

/** A stored message; `sentAt` is ISO 8601 in UTC. */
export type StoredMail = OutgoingMail & { channel: MessageChannel; id: string; sentAt: string };

/** Stores the messages that the shop sends on this machine, one file each; they are never sent. */
export function createMailbox({
  folder,
  sendReport = () => Promise.resolve(404),
}: {
  folder: string;
  /** Sends a delivery report to the shop, as a provider does later. */
  sendReport?: SendReport;
}) {
  mkdirSync(folder, { recursive: true });
  let lastTime = 0;

  /** Returns the message's id. */
  async function deliver({ channel = 'email', ...mail }: OutgoingMail): Promise<string> {
    // File names sort by time, so two mails of the same millisecond need different times.
    lastTime = Math.max(Date.now(), lastTime + 1);
    const sentAt = new Date(lastTime).toISOString();
    const id = `${sentAt.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
    const { to, from, subject, text, html, kind, orderId } = mail;
    const stored: StoredMail = { id, sentAt, channel, to, from, subject, text, html, kind, orderId };
    // Renamed when complete, so that readers never see an incomplete mail.
    const unfinished = join(folder, `${id}.part`);
    await writeFile(unfinished, JSON.stringify(stored, null, 2));
    await rename(unfinished, join(folder, `${id}.json`));
    return id;
  }

  /** By the names of their files, which never change. */
  const known = new Map<string, StoredMail>();
  async function read(name: string): Promise<StoredMail> {
    const mail = known.get(name) ?? (JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail);
    known.set(name, mail);
    return { ...mail, channel: mail.channel ?? 'email' };
  }

  /** Newest first. */
  async function list(): Promise<StoredMail[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    return Promise.all(names.sort().reverse().map(read));
  }

  const find = async (id: string) => (await list()).find((mail) => mail.id === id) ?? null;

  /** Its pages, all below `/mailbox`, and the fake providers. */
  const app = new Hono().basePath('/mailbox');
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  app.get('/', async (context) => context.html(mailListPage(await list())));
  app.get('/messages.json', async (context) =>
    context.json(
      (await list()).map(({ id, channel, to, subject, text, html, sentAt, kind, orderId }) => ({
        id,
        channel,
        to,
        subject,
        text: text ?? null,
        html: html ?? null,
        at: sentAt,
        kind: kind ?? null,
        orderId: orderId ?? null,
      })),
    ),
  );
  app.route('/', messageProviders(deliver));
  app.get('/:id', async (context) => {
    const mail = await find(context.req.param('id'));
    return mail === null
      ? context.html(noSuchMailPage(), 404)
      : context.html(mailPage(mail, context.req.query('reported')));
  });
  app.post('/:id/report', async (context) => {
    const mail = await find(context.req.param('id'));
    const { report } = await context.req.parseBody();
    const known = messageReports.find((one) => one === report);
    if (mail === null || !known) return context.html(noSuchMailPage(), 404);
    const status = await sendReport(mail, known);
    return context.redirect(`/mailbox/${mail.id}?reported=${known}&answer=${status}`, 303);
  });
  app.get('/:id/body', async (context) => {
    const mail = await find(context.req.param('id'));
    if (mail?.html === undefined) return context.html(noSuchMailPage(), 404);
    // The HTML of a mail is untrusted: it may only be shown and open links in a new window.
    context.header(
      'Content-Security-Policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    return context.html(`<base target="_blank">${mail.html}`);
  });
  return { app, deliver, list };
}
