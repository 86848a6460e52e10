import type { DeepHealth, HealthPart, ShopFigures } from '../../_shared/contract/health.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { ShopHealth } from '../deps.ts';

/** What is asked, and where. */
type HealthSettings = {
  /** The bank's address. */
  bank: string;
  /** Whether messages can leave by e-mail. */
  hasMail: boolean;
  region: string | null;
};

/** Milliseconds that a part has to answer. */
const patience = 5_000;
/** Milliseconds after which a job that runs every minute is silent. */
const silence = 5 * 60_000;

/** Asks each part that the shop needs, all at once; a part that does not answer is a finding, never an error. */
export function shopHealthOf(
  { asShop, url, publishableKey }: Pick<SupabaseClients, 'asShop' | 'url' | 'publishableKey'>,
  { bank, hasMail, region }: HealthSettings,
): ShopHealth {
  const apikey = { apikey: publishableKey };
  return {
    deep: async () => {
      const said: { figures: ShopFigures | null } = { figures: null };
      const parts = await Promise.all([
        part('database', async () => {
          said.figures = await asShop((shop) => shop.rpc('shop_health'));
        }),
        part('auth', () => reach(`${url}/auth/v1/settings`, apikey)),
        part('storage', () => reach(`${url}/storage/v1/bucket`, apikey)),
        part('bank', () => reach(bank)),
        part('mail', () =>
          hasMail ? Promise.resolve() : Promise.reject(new Error('no mail provider is set up')),
        ),
      ]);
      return { isWell: isWell(parts, said.figures), parts, figures: said.figures, region };
    },
  };
}

async function part(name: HealthPart['part'], ask: () => Promise<void>): Promise<HealthPart> {
  const startedAt = performance.now();
  let problem: string | null = null;
  try {
    await ask();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  return { part: name, took: Math.round(performance.now() - startedAt), problem };
}

/** Any answer will do but that of a broken server: what is asked may need a right that this caller has not. */
async function reach(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patience) });
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
}

function isWell(parts: HealthPart[], figures: ShopFigures | null): DeepHealth['isWell'] {
  if (!figures || parts.some(({ problem }) => problem !== null)) return false;
  const { jobs, overduePayments, failedMessages, brokenRules } = figures;
  const haveRun = jobs.every(({ ranAt }) => ranAt !== null && Date.now() - Date.parse(ranAt) < silence);
  return haveRun && overduePayments + failedMessages + brokenRules === 0;
}
