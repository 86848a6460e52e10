import type {
  DeepHealth,
  HealthComponent,
  HealthFinding,
  ProbedComponent,
} from '../../_shared/contract/health.ts';
import { healthAdvice, healthWords } from '../../_shared/contract/health-text.ts';
import { version } from '../../_shared/logging/version.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';

/** Where the components are. */
type HealthSettings = {
  /** The bank's address. */
  bank: string;
  /** Whether messages can leave by e-mail. */
  hasMail: boolean;
};

/** For each component. */
const timeoutMs = 5_000;

/** Probes all components that the shop needs in parallel; a failure is a finding, not an error. */
export function shopHealthOf(
  { asShop, url, publishableKey }: Pick<SupabaseClients, 'asShop' | 'url' | 'publishableKey'>,
  { bank, hasMail }: HealthSettings,
) {
  const apikey = { apikey: publishableKey };
  return {
    /** A monitor with the key has asked. */
    noteMonitor: async () => {
      await asShop.rpc('record_heartbeat', { p_job: 'monitor' });
    },
    /** Checks each part; failures are part of the reply. */
    deep: async (): Promise<DeepHealth> => {
      let found: HealthFinding[] = [];
      const probed = await Promise.all([
        probe('database', async () => {
          found = await asShop.rpc('shop_health');
        }),
        probe('auth', () => reach(`${url}/auth/v1/settings`, apikey)),
        probe('storage', () => reach(`${url}/storage/v1/bucket`, apikey)),
        probe('bank', () => reach(bank)),
        probe('mail', () =>
          hasMail ? Promise.resolve() : Promise.reject(new Error('No mail provider is set up.')),
        ),
      ]);
      const reported = found.map((finding) => {
        const { component, since, cases } = finding;
        return { component, ...healthWords(finding), since, cases, took: null };
      });
      const components = [...probed, ...reported];
      const isWell = components.every(({ problem }) => problem === null);
      return { isWell, components, version };
    },
  };
}

async function probe(name: ProbedComponent, ask: () => Promise<void>): Promise<HealthComponent> {
  const startedAt = performance.now();
  let problem: string | null = null;
  try {
    await ask();
  } catch (error) {
    problem = asSentence(error instanceof Error ? error.message : String(error));
  }
  const took = Math.round(performance.now() - startedAt);
  const isWell = problem === null;
  return {
    component: name,
    problem,
    advice: isWell ? null : healthAdvice[name],
    since: null,
    cases: isWell ? 0 : 1,
    took,
  };
}

/** Accepts any reply except a server error, since this caller may lack a permission. */
async function reach(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`It answered with ${answer.status}.`);
}

const asSentence = (text: string) =>
  /[.!?]$/.test(text) ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
