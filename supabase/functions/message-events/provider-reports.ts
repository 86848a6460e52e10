import type { MessageEvent } from '../_shared/contract/messages.ts';
import { sameSecret } from '../_shared/secrets/same-secret.ts';
import type { Env } from '../_shared/http/required-env.ts';
import { hmacSha256 } from '../_shared/secrets/sha256.ts';

/** How one provider reports. */
export type ProviderReports = {
  /** As in `private.messages.provider`, and the last part of the address. */
  provider: string;
  isGenuine(request: Request, body: string): boolean;
  /** What is of interest in a body. @throws when it is not what the provider sends */
  eventsIn(body: string, request: Request): MessageEvent[];
  /** What proves to the provider that this address is the shop's; null when the question is not the provider's. */
  challenge?(request: Request): string | null;
};

/** The providers whose secret is set; reports of the others are refused. */
export function providerReports(env: Env): ProviderReports[] {
  const resend = env.get('RESEND_WEBHOOK_SECRET');
  const africasTalking = env.get('AFRICAS_TALKING_REPORT_KEY');
  const whatsApp = env.get('WHATSAPP_APP_SECRET');
  const all: (ProviderReports | false)[] = [
    !!resend && {
      provider: 'resend',
      isGenuine: ({ headers }, body) => isSignedBySvix(headers, body, resend, Date.now()),
      eventsIn: (body, { headers }) => resendEvent(JSON.parse(body), headers.get('svix-id') ?? ''),
    },
    // Africa's Talking signs nothing: its address carries a secret.
    !!africasTalking && {
      provider: 'africas-talking',
      isGenuine: ({ url }) => sameSecret(new URL(url).searchParams.get('key') ?? '', africasTalking),
      eventsIn: (body) => africasTalkingEvents(new URLSearchParams(body)),
    },
    !!whatsApp && {
      provider: 'whatsapp',
      isGenuine: ({ headers }, body) => isSignedByMeta(headers, body, whatsApp),
      eventsIn: (body) => whatsAppEvents(JSON.parse(body)),
      challenge: ({ url }) => {
        const { searchParams: query } = new URL(url);
        const token = env.get('WHATSAPP_VERIFY_TOKEN');
        const isMeta = !!token && sameSecret(query.get('hub.verify_token') ?? '', token);
        return isMeta ? query.get('hub.challenge') : null;
      },
    },
  ];
  return all.filter((one) => one !== false);
}

/** Reasons that are about the number and not about this message. */
const aboutTheNumber = ['UserInBlackList', 'UserDoesNotExist', 'UserIsInactive'];

/**
 * A delivery report of Africa's Talking, a form: https://developers.africastalking.com/docs/sms/notifications.
 * `Sent`, `Submitted` and `Buffered` are on the way.
 */
function africasTalkingEvents(form: URLSearchParams): MessageEvent[] {
  const providerId = form.get('id') ?? '';
  const status = form.get('status') ?? '';
  const failure = form.get('failureReason') ?? '';
  const id = `${providerId} ${status}`;
  if (status === 'Success') return [{ id, providerId, report: 'delivered', reason: null }];
  if (!['Failed', 'Rejected', 'Expired', 'AbsentSubscriber'].includes(status)) return [];
  const report = aboutTheNumber.includes(failure) ? 'bounced' : 'failed';
  return [{ id, providerId, report, reason: failure ? `${status}: ${failure}` : status }];
}

type ResendBody = {
  type?: string;
  data?: {
    email_id?: string;
    bounce?: { type?: string; message?: string };
    failed?: { reason?: string };
  };
};

/**
 * A report of Resend: https://resend.com/docs/dashboard/webhooks/event-types. Only a permanent bounce says something
 * about the address.
 * @param id the `svix-id`, which stays the same when a report is sent again
 */
function resendEvent(body: unknown, id: string): MessageEvent[] {
  const { type = '', data } = body as ResendBody;
  const providerId = data?.email_id ?? '';
  const { bounce, failed } = data ?? {};
  const isPassing = bounce?.type === 'Transient' || bounce?.type === 'Undetermined';
  const reports = new Map<unknown, Pick<MessageEvent, 'report' | 'reason'>>([
    ['email.delivered', { report: 'delivered', reason: null }],
    [
      'email.bounced',
      { report: isPassing ? 'failed' : 'bounced', reason: bounce?.message ?? 'The address takes no mail' },
    ],
    [
      'email.suppressed',
      { report: 'bounced', reason: 'The provider sends nothing to this address any more' },
    ],
    ['email.complained', { report: 'complained', reason: 'The recipient called it spam' }],
    ['email.failed', { report: 'failed', reason: failed?.reason ?? 'The provider could not send it' }],
  ]);
  const report = reports.get(type);
  return report ? [{ id, providerId, ...report }] : [];
}

/** Not on WhatsApp, or never reachable there. */
const undeliverable = 131026;

/**
 * The statuses in a request of WhatsApp's Cloud API:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks. They come in any order, and twice.
 */
function whatsAppEvents(body: unknown): MessageEvent[] {
  const statuses = objectsIn(body, 'entry')
    .flatMap((entry) => objectsIn(entry, 'changes'))
    .flatMap(({ value }) => objectsIn(value, 'statuses'));
  return statuses.flatMap((one): MessageEvent[] => {
    const { id: providerId, status } = one;
    if (typeof providerId !== 'string') return [];
    if (status === 'delivered' || status === 'read') {
      return [{ id: `${providerId} ${status}`, providerId, report: 'delivered', reason: null }];
    }
    if (status !== 'failed') return [];
    const [error] = objectsIn(one, 'errors');
    const { details } = (error?.error_data ?? {}) as Record<string, unknown>;
    const parts = [error?.code, details ?? error?.title ?? 'no reason given'];
    const report = error?.code === undeliverable ? 'bounced' : 'failed';
    const reason = parts.filter((part) => ['number', 'string'].includes(typeof part)).join(' ');
    return [{ id: `${providerId} failed`, providerId, report, reason }];
  });
}

/** The objects in one of an object's lists. Other values are left out, so that the rest of the batch is stored. */
function objectsIn(value: unknown, name: string): Record<string, unknown>[] {
  const list = isObject(value) ? value[name] : null;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Seconds by which a signed time may differ from the clock: an older request is a recorded one. */
const clockTolerance = 300;

/**
 * Whether a request is signed by Svix, as Resend's are: https://docs.svix.com/receiving/verifying-payloads/how-manual.
 * @param secret `whsec_` and the key in base64
 * @param now milliseconds
 */
function isSignedBySvix(headers: Headers, body: string, secret: string, now: number): boolean {
  const id = headers.get('svix-id') ?? '';
  const timestamp = headers.get('svix-timestamp') ?? '';
  const given = headers.get('svix-signature') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > clockTolerance) return false;
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
  const signature = hmacSha256(key, `${id}.${timestamp}.${body}`);
  const expected = `v1,${btoa(String.fromCharCode(...signature))}`;
  // Several while the secret is being changed.
  return given.split(' ').some((one) => sameSecret(one, expected));
}

/** Whether a request is signed by Meta: `X-Hub-Signature-256: sha256=` and the HMAC of the body in hex. */
function isSignedByMeta(headers: Headers, body: string, appSecret: string): boolean {
  const signature = hmacSha256(appSecret, body);
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return sameSecret(headers.get('x-hub-signature-256') ?? '', `sha256=${hex}`);
}
