import { afterEach, expect, it, vi } from 'vitest';
import type { HealthFinding } from '../../_shared/contract/health.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { shopHealthOf } from './shop-health.ts';

const well = { component: 'rules', since: null, minutes: null, cases: 0 } as const;

afterEach(() => void vi.unstubAllGlobals());

function health(
  found: () => Promise<HealthFinding[]>,
  { hasMail = true, answers = {} as Record<string, number | Error> } = {},
) {
  vi.stubGlobal('fetch', (url: string) => {
    const answer = Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? 401;
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(new Response(null, { status: answer }));
  });
  return shopHealthOf(
    {
      asShop: { rpc: found } as unknown as SupabaseClients['asShop'],
      url: 'https://ref.supabase.example',
      publishableKey: 'p',
    },
    { bank: 'https://bank.example', hasMail },
  ).deep();
}

const problems = async (reply: ReturnType<typeof health>) =>
  (await reply).components
    .filter(({ problem }) => problem !== null)
    .map(({ component, problem }) => `${component}: ${problem}`);

it('a shop is healthy when every component answers, even with a refusal', async () => {
  expect(await health(() => Promise.resolve([well]))).toMatchObject({ isWell: true });
});

it('a component that fails or hangs is reported, and the others are checked nevertheless', async () => {
  const answers = { '/auth/': 500, bank: new Error('connection refused') };
  const reply = health(() => Promise.reject(new Error('statement timeout')), { hasMail: false, answers });
  expect(await problems(reply)).toEqual([
    'database: Statement timeout.',
    'auth: It answered with 500.',
    'bank: Connection refused.',
    'mail: No mail provider is set up.',
  ]);
  expect(await reply).toMatchObject({ isWell: false });
  for (const { problem, advice } of (await reply).components) expect(advice === null).toBe(problem === null);
});

it('the findings of the database are added to the probed components, and make the shop unhealthy', async () => {
  const broken = { ...well, cases: 2, broken: 'paid without money', subject: 'an order' };
  const reply = health(() => Promise.resolve([broken]));
  expect(await problems(reply)).toEqual([
    'rules: 2 problems with money or stock, the first: paid without money (an order).',
  ]);
  expect(await reply).toMatchObject({ isWell: false });
  expect((await reply).components.at(-1)).toEqual({
    component: 'rules',
    problem: '2 problems with money or stock, the first: paid without money (an order).',
    advice: 'Ship nothing of it before you know why.',
    since: null,
    cases: 2,
    took: null,
  });
});
