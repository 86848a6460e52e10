import type { ClaimedMessage } from '../../supabase/functions/_shared/contract/messages.ts';

const secret = 'a secret of this check';
/** As the edge proxy calls. */
const fromTheSite = { 'x-shop-secret': secret, 'x-shop-origin': 'https://shop.example' };

/** The settings of every function, with the same address for all external services. */
export function functionSettings(address: string): Record<string, string> {
  return {
    SUPABASE_URL: address,
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_none"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_none"}',
    EDGE_PROXY_SECRET: secret,
    ORDER_LINK_SECRET: secret,
    DATA_ENCRYPTION_KEY: secret,
    RECONCILE_KEY: secret,
    SITE_URL: 'https://shop.example',
    CARD_GATEWAY_URL: address,
    CARD_GATEWAY_APPLICATION_ID: '{8A2F3C1D-4E5B-4F6A-9B7C-0D1E2F3A4B5C}',
    EMAIL_FROM: 'Shop <orders@shop.example>',
    RESEND_API_KEY: secret,
    RESEND_URL: address,
    WHATSAPP_APP_SECRET: secret,
    WHATSAPP_VERIFY_TOKEN: 'a-token',
  };
}

const message: ClaimedMessage = {
  ...{ id: '5b5f2d4e-0000-4000-8000-000000000001', lease: '5b5f2d4e-0000-4000-8000-000000000002' },
  ...{
    kind: 'new_device',
    channel: 'email',
    recipient: 'ada@example.com',
    language: 'en',
    provider: 'resend',
  },
  ...{ key: 'a-key', orderId: null, linkVersion: null, content: null },
  facts: {
    ...{ order: null, holdUntil: null, task: null, refund: null, confirmation: null, lowStock: null },
    ...{ summary: null, health: null, brokenRules: null },
    newDevice: { name: 'Ada', device: 'Firefox on Windows', at: '2026-11-22T09:00:00.000Z' },
  },
};

/** The replies of the fake services; the last one is repeated. Only one e-mail is due. */
export const platformAnswers: Record<string, unknown[]> = {
  '/rest/v1/rpc/claim_transactions_to_ask': [[]],
  '/rest/v1/rpc/give_up_transactions': [0],
  '/rest/v1/rpc/purge_expired': [{}],
  '/rest/v1/rpc/record_heartbeat': [null],
  '/rest/v1/rpc/queue_due_messages': [1],
  '/rest/v1/rpc/claim_messages': [
    { messages: [message], handled: 1 },
    { messages: [], handled: 0 },
  ],
  '/rest/v1/rpc/store_message_content': [true],
  '/rest/v1/rpc/record_message_result': [null],
  '/emails': [{ id: 'an-id' }],
};

export type FunctionRequest = { path: string; request: RequestInit; status: number; contains: string };

/** A request to each function that needs no data, and the expected reply. */
export const functionRequests: Record<string, FunctionRequest> = {
  api: { path: '/health', request: { headers: fromTheSite }, status: 200, contains: '{"isWell":true}' },
  'message-events': {
    path: '/whatsapp?hub.mode=subscribe&hub.verify_token=a-token&hub.challenge=12345',
    ...{ request: {}, status: 200, contains: '12345' },
  },
  'payment-return': {
    path: '/success',
    request: { method: 'POST', headers: fromTheSite, body: new URLSearchParams({ lite_status: '0' }) },
    ...{ status: 303, contains: '' },
  },
  reconcile: {
    path: '',
    request: { method: 'POST', headers: { 'x-reconcile-key': secret } },
    ...{ status: 200, contains: '{"asked":0,"decided":0,"failed":0,"givenUp":0}' },
  },
  // Renders an e-mail and sends it.
  'send-messages': {
    path: '',
    request: { method: 'POST', headers: { 'x-reconcile-key': secret } },
    ...{ status: 200, contains: '{"sent":1,"failed":0}' },
  },
};
