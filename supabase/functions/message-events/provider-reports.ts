import type { MessageEvent } from '../_shared/contract/messages.ts';
import { sameSecret } from '../_shared/secrets/same-secret.ts';
import type { Env } from '../_shared/http/required-env.ts';
import { africasTalkingEvents } from './africas-talking-events.ts';
import { resendEvent } from './resend-event.ts';
import { isSignedByMeta, isSignedBySvix } from './signatures.ts';
import { whatsAppEvents } from './whatsapp-events.ts';

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
