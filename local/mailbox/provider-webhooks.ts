import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { StoredMail } from './mailbox.ts';

/** What a provider can report about a message that it took. */
export const messageReports = ['delivered', 'failed', 'bounced', 'complained'] as const;
type MessageReport = (typeof messageReports)[number];

/** The keys with which the fake providers sign their reports. */
type WebhookSecrets = { resend: string; africasTalking: string; whatsApp: string };

/** Generated at each start, since they are used only within this process. */
export function newWebhookSecrets(): WebhookSecrets {
  return {
    resend: `whsec_${randomBytes(24).toString('base64')}`,
    africasTalking: randomBytes(24).toString('hex'),
    whatsApp: randomBytes(24).toString('hex'),
  };
}

/** Sends a report, signed as the provider of that channel signs it; returns the shop's HTTP status. */
export type SendReport = (mail: Pick<StoredMail, 'id' | 'channel'>, report: MessageReport) => Promise<number>;

/** @param url of the function `message-events` */
export function providerWebhooks(url: string, secrets: WebhookSecrets): SendReport {
  return async ({ id, channel }, report) => {
    const { path, body, headers } = requestOf[channel](id, report, secrets);
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    await response.body?.cancel();
    return response.status;
  };
}

type ReportRequest = { path: string; body: string; headers: Record<string, string> };

const requestOf: Record<
  StoredMail['channel'],
  (id: string, report: MessageReport, secrets: WebhookSecrets) => ReportRequest
> = {
  email: (id, report, { resend }) => {
    const body = JSON.stringify({ type: `email.${report}`, data: { email_id: id } });
    const svixId = `msg_${randomUUID()}`;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(resend.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`${svixId}.${timestamp}.${body}`).digest('base64');
    return {
      path: '/resend',
      body,
      headers: {
        'content-type': 'application/json',
        'svix-id': svixId,
        'svix-timestamp': timestamp,
        'svix-signature': `v1,${signature}`,
      },
    };
  },
  sms: (id, report, { africasTalking }) => ({
    path: `/africas-talking?key=${africasTalking}`,
    body: new URLSearchParams({
      id,
      status: report === 'delivered' ? 'Success' : 'Failed',
      ...(report === 'bounced' && { failureReason: 'UserDoesNotExist' }),
      ...(report === 'complained' && { failureReason: 'UserInBlackList' }),
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  whatsapp: (id, report, { whatsApp }) => {
    const failed = { status: 'failed', errors: [{ code: report === 'failed' ? 131000 : 131026 }] };
    const status = { id: `wamid.${id}`, ...(report === 'delivered' ? { status: report } : failed) };
    const body = JSON.stringify({ entry: [{ changes: [{ value: { statuses: [status] } }] }] });
    const signature = createHmac('sha256', whatsApp).update(body).digest('hex');
    return {
      path: '/whatsapp',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    };
  },
};
