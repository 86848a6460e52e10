import { vi } from 'vitest';
import type { SecondFactorState } from '../functions/_shared/contract/second-factor.ts';
import { sessionId } from '../functions/_shared/http/session-cookie.ts';
import { orderLinks } from '../functions/_shared/secrets/order-link.ts';
import type { AuthTokens, SessionContent, StoredOrder } from '../functions/_shared/supabase/sql-replies.ts';
import { createApp } from '../functions/api/app.ts';
import type { Deps } from '../functions/api/deps.ts';
import type { ListPosition } from '../functions/api/deps.ts';

const site = 'http://127.0.0.1:8888';
export const cookie = 'c'.repeat(43);
export const orderId = 'b5b7a3c0-0000-4000-8000-000000000001';
export const key = 'b5b7a3c0-0000-4000-8000-00000000000f';
export const links = orderLinks('the secret of the links');
export const now = () => Date.now() / 1000;

export const tokens = (over: Partial<AuthTokens> = {}): AuthTokens => ({
  userId: 'ada',
  accessToken: 'access',
  refreshToken: 'refresh',
  accessExpiresAt: now() + 3600,
  ...over,
});
export const order = (over: Partial<StoredOrder> = {}) =>
  ({
    id: orderId,
    createdAt: '2026-11-21T10:00:00Z',
    customerEmail: 'a@example.com',
    view: 'full',
    linkVersion: 1,
    ...over,
  }) as StoredOrder;
export const placed = () => ({
  sid: sessionId(cookie),
  order: order(),
  transaction: { trace: 't', reference: 'DON-7', amount: 5, openedAt: 1 },
});
export const user = { id: 'ada', email: 'ada@example.com' };

/** The api with mocked dependencies; `session` is the session of the caller's cookie. */
export function api(session: SessionContent | null = null) {
  const calls: string[] = [];
  const noted = <Result>(name: string, result: Result) =>
    vi.fn((..._: unknown[]) => {
      calls.push(name);
      return Promise.resolve(result);
    });
  const parts = {
    catalogue: {
      list: noted('list', {
        products: [] as object[],
        next: null as ListPosition | null,
        total: null as number | null,
      }),
      count: noted('count', 0),
      facets: noted('facets', { total: 0 }),
      index: noted('index', { products: [], isWhole: true }),
      listOfIds: noted('listOfIds', []),
      dataSheets: noted('dataSheets', []),
      page: noted('page', null),
      suggest: noted('suggest', { terms: [] as string[], categories: [], products: [], replaced: [] }),
      search: noted('search', { products: [], nearest: [] }),
    },
    shop: { details: noted('shopDetails', {}), text: noted('shopText', ''), logo: noted('shopLogo', null) },
    delivery: { counties: noted('counties', []), quote: noted('quote', {}) },
    orders: {
      placeOrder: noted('placeOrder', placed()),
      find: noted('find', null as StoredOrder | null),
      askForQuotation: noted('askForQuotation', {}),
      papers: noted('papers', null as object[] | null),
      quotationPaper: noted('quotationPaper', null as object | null),
      quotation: noted('quotation', null as object | null),
      acceptQuotation: noted('acceptQuotation', { orderId, linkVersion: 1, sid: sessionId(cookie) }),
      lookUp: noted('lookUp', null as { orderId: string; linkVersion: number } | null),
      linksOfNumber: noted('linksOfNumber', [] as { orderId: string; linkVersion: number }[]),
      claim: noted('claim', null as StoredOrder | null),
      renewLink: noted('renewLink', order({ linkVersion: 2 })),
      listOfSession: noted('listOfSession', [] as StoredOrder[]),
      listOfUser: noted('listOfUser', [] as StoredOrder[]),
      listOpen: noted('listOpen', []),
      holdsOfSameBuyer: noted('holdsOfSameBuyer', [] as { productId: string; quantity: number }[]),
      cancel: noted('cancel', order({ status: 'cancelled' })),
    },
    accounts: {
      signIn: noted('signIn', tokens()),
      signOut: noted('signOut', undefined),
      register: noted('register', tokens()),
      refresh: noted('refresh', tokens({ accessToken: 'renewed' }) as AuthTokens | null),
      profile: noted('profile', user as object | null),
      updateProfile: noted('updateProfile', user as object | null),
    },
    passwords: {
      sendResetLink: noted('sendResetLink', undefined),
      reset: noted('reset', tokens()),
      change: noted('change', tokens()),
      check: noted('checkPassword', undefined),
      recordProof: noted('recordProof', undefined),
      problemForStaff: noted('problemForStaff', null),
      endOtherSignIns: noted('endOtherSignIns', undefined),
    },
    ownData: {
      export: noted('exportAccount', {}),
      obstacles: noted('erasureObstacles', []),
      erase: noted('eraseAccount', undefined),
    },
    emailConfirmations: {
      request: noted('requestConfirmation', true),
      confirm: noted('confirmEmail', null),
      undo: noted('undoChange', 'ada@example.com'),
    },
    secondFactors: {
      state: noted('secondFactorState', { step: 'none' as SecondFactorState['step'], codesLeft: 0 }),
      begin: noted('beginSecondFactor', { key: 'KEY', link: 'otpauth://totp/x' }),
      confirm: noted('confirmSecondFactor', ['AAAA']),
      prove: noted('proveSecondFactor', undefined),
    },
    carts: { linesOf: noted('linesOf', []), save: noted('save', undefined), merge: noted('merge', []) },
    sessions: {
      open: noted('open', undefined),
      read: noted('read', session),
      replace: noted('replace', undefined),
      save: noted('saveSession', undefined),
      takeRefreshLease: noted('takeRefreshLease', true),
      list: noted('listSessions', []),
      end: noted('endSession', undefined),
      endOthers: noted('endOthers', undefined),
      close: noted('close', undefined),
    },
    paymentForms: {
      build: () => {
        calls.push('build');
        return { action: 'https://bank.example', method: 'POST', fields: {} };
      },
    },
    payments: {
      refresh: noted('refreshPayment', undefined),
      check: noted('checkPayment', null as StoredOrder | null),
      payAgain: noted('payAgain', placed()),
    },
    administration: new Proxy({} as Record<string, ReturnType<typeof noted>>, {
      get: (made, name: string) => (made[name] ??= noted(name, { called: name })),
    }),
    health: { deep: noted('deepHealth', { isWell: true }) },
    limits: {
      take: noted('takeLimits', undefined),
      waitFor: noted('waitFor', 0),
      signIn: vi.fn((_: string, __: object, signIn: () => Promise<AuthTokens>) => signIn()),
      remember: noted('remember', undefined),
      rememberProof: noted('rememberProof', undefined),
    },
  };
  const log = vi.fn();
  const sendMessages = vi.fn();
  const app = createApp({
    edgeProxySecret: 'secret',
    orderLinks: links,
    sendMessages,
    log,
    ...parts,
  } as unknown as Deps);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          'x-shop-secret': 'secret',
          'x-shop-origin': site,
          ...(session ? { cookie: `sid=${cookie}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text && !text.startsWith('%PDF-') ? JSON.parse(text) : null) as Record<string, unknown>,
    };
  };
  return { ...parts, sendMessages, calls, call, log };
}
