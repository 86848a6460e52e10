import { afterEach, expect, it, vi } from 'vitest';
import type { ShopFigures } from '../../_shared/contract/health.ts';
import type { RunQuery } from '../../_shared/supabase/supabase-clients.ts';
import { shopHealthOf } from './shop-health.ts';

const now = () => new Date().toISOString();
const well = (): ShopFigures => ({
  migration: '20261121062310',
  jobs: [
    { job: 'reconcile', ranAt: now() },
    { job: 'send-messages', ranAt: now() },
  ],
  overduePayments: 0,
  oldestTaskAt: null,
  failedMessages: 0,
  brokenRules: 0,
});

afterEach(() => void vi.unstubAllGlobals());

function health(
  figures: () => Promise<ShopFigures>,
  { hasMail = true, answers = {} as Record<string, number | Error> } = {},
) {
  vi.stubGlobal('fetch', (url: string) => {
    const answer = Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? 401;
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(new Response(null, { status: answer }));
  });
  return shopHealthOf(
    { asShop: figures as unknown as RunQuery, url: 'https://ref.supabase.example', publishableKey: 'p' },
    { bank: 'https://bank.example', hasMail, region: 'eu-central-1' },
  ).deep();
}

const problems = async (reply: ReturnType<typeof health>) =>
  (await reply).parts
    .filter(({ problem }) => problem !== null)
    .map(({ part, problem }) => `${part}: ${problem}`);

it('a shop is well when every part answers, if only to refuse', async () => {
  expect(await health(() => Promise.resolve(well()))).toMatchObject({ isWell: true, region: 'eu-central-1' });
});

it('a part that is broken or silent is named, and the others are asked all the same', async () => {
  const answers = { '/auth/': 503, bank: new Error('connection refused') };
  const reply = health(() => Promise.reject(new Error('statement timeout')), { hasMail: false, answers });
  expect(await problems(reply)).toEqual([
    'database: statement timeout',
    'auth: answered 503',
    'bank: connection refused',
    'mail: no mail provider is set up',
  ]);
  expect(await reply).toMatchObject({ isWell: false, figures: null });
});

it.each<[string, Partial<ShopFigures>]>([
  ['a job has never run', { jobs: [{ job: 'reconcile', ranAt: null }] }],
  [
    'a job is silent',
    { jobs: [{ job: 'reconcile', ranAt: new Date(Date.now() - 6 * 60_000).toISOString() }] },
  ],
  ['a payment is overdue', { overduePayments: 1 }],
  ['a message failed', { failedMessages: 1 }],
  ['a rule is broken', { brokenRules: 1 }],
])('it is not well when %s', async (_, figures) => {
  expect((await health(() => Promise.resolve({ ...well(), ...figures }))).isWell).toBe(false);
});
