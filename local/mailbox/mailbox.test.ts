import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMailbox } from './mailbox.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('mail is kept over a restart, newest first', async () => {
  const folder = newFolder();
  const mailbox = createMailbox({ folder });
  await Promise.all(
    ['first', 'second', 'third'].map((subject) => mailbox.deliver({ to: 'ada@example.com', subject })),
  );
  const subjects = (await createMailbox({ folder }).list()).map((mail) => mail.subject);
  expect(subjects).toEqual(['third', 'second', 'first']);
});

test('a mail is listed as JSON', async () => {
  const mailbox = createMailbox({ folder: newFolder() });
  await mailbox.deliver({ to: 'ada@example.com', subject: 'Confirm', text: 'code 123456' });
  const reply = await mailbox.app.request('/mailbox/messages.json');
  expect(await reply.json()).toMatchObject([
    { channel: 'email', to: 'ada@example.com', text: 'code 123456' },
  ]);
});

test('a mail is listed and shown as text, and its HTML in a sandboxed frame', async () => {
  const mailbox = createMailbox({ folder: newFolder() });
  const nasty = '<script>x</script>';
  await mailbox.deliver({ to: nasty, from: nasty, subject: nasty, text: nasty, html: `<b>hi</b>${nasty}` });
  const [mail] = await mailbox.list();

  const get = (path: string) => mailbox.app.request(`/mailbox${path}`);
  for (const path of ['', `/${mail?.id}`]) expect(await (await get(path)).text()).not.toContain('<script>');
  const body = await get(`/${mail?.id}/body`);
  expect(await body.text()).toContain('<b>hi</b>');
  expect(body.headers.get('Content-Security-Policy')).toMatch(/^sandbox (?!.*allow-scripts)/);
});

test('a mail that could not be written is delivered once when it is sent again with the same key', async () => {
  const folder = newFolder();
  const mailbox = createMailbox({ folder });
  mailbox.app.onError((_, context) => context.text('no space', 500));
  const send = async () => {
    const answer = await mailbox.app.request('/mailbox/providers/resend/emails', {
      method: 'POST',
      headers: { 'idempotency-key': 'one' },
      body: JSON.stringify({ to: ['ada@example.com'], from: 'shop', subject: 'Paid' }),
    });
    return answer.status;
  };
  renameSync(folder, `${folder}-away`);
  expect(await send()).toBe(500);
  renameSync(`${folder}-away`, folder);
  expect([await send(), await send()]).toEqual([200, 200]);
  expect(await mailbox.list()).toHaveLength(1);
});

test('an unknown mail is answered with a clear message', async () => {
  const mailbox = createMailbox({ folder: newFolder() });
  expect((await mailbox.app.request('/mailbox/unknown')).status).toBe(404);
  expect((await mailbox.app.request('/mailbox/..%2F..%2Fetc%2Fpasswd/body')).status).toBe(404);
});

test('a delivery report can be sent by hand, and a channel can fail alone', async () => {
  const reported: [string, string, string][] = [];
  const mailbox = createMailbox({
    folder: newFolder(),
    sendReport: ({ id, channel }, report) => {
      reported.push([id, channel, report]);
      return Promise.resolve(200);
    },
  });
  const post = (path: string, body: string, headers: Record<string, string>) =>
    mailbox.app.request(`/mailbox${path}`, { method: 'POST', body, headers });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const id = await mailbox.deliver({ channel: 'sms', to: '+254712345678', subject: '', kind: 'order_paid' });
  expect(await (await mailbox.app.request(`/mailbox/${id}`)).text()).toContain('value="complained"');
  expect((await post(`/${id}/report`, 'report=bounced', form)).status).toBe(303);
  expect((await post(`/${id}/report`, 'report=nonsense', form)).status).toBe(404);
  expect(reported).toEqual([[id, 'sms', 'bounced']]);

  const mail = JSON.stringify({ to: ['ada@example.com'], subject: 'Paid', html: '', text: '' });
  const ofSms = JSON.stringify({ failShare: 1, channel: 'sms' });
  await mailbox.app.request('/mailbox/faults.json', { method: 'PUT', body: ofSms });
  expect((await post('/providers/resend/emails', mail, {})).status).toBe(200);
  const sms = await post(
    '/providers/africas-talking/version1/messaging',
    'to=%2B254712345678&message=Paid',
    form,
  );
  expect(sms.status).toBe(500);
});
