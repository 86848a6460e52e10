import type { DeepHealth, HealthComponent, HealthComponentName, ShopFacts } from '@contract/health.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { limitName } from './limit-name.ts';

/** A short summary of the shop's health. */
export function healthTitle({ components }: Pick<DeepHealth, 'components'>): string {
  const failing = components.filter(({ problem }) => problem !== null).length;
  if (failing === 0) return 'Everything is working';
  return failing === 1 ? 'One part needs attention' : `${failing} parts need attention`;
}

/** What the badge of a component says. No backup is no failure while nobody asked for a warning, and does not work either. */
export function badgeOf(
  { component, problem }: HealthComponent,
  facts: ShopFacts | null,
): { tone: 'good' | 'bad' | 'neutral'; label: string } {
  if (problem !== null) return { tone: 'bad', label: 'Needs attention' };
  return component === 'backup' && facts?.ranAt.backup === null
    ? { tone: 'neutral', label: 'Never made' }
    : { tone: 'good', label: 'Working' };
}

/** The page of the dashboard where a problem can be fixed. */
export const pageOfComponent: Partial<Record<HealthComponentName, { to: string; label: string }>> = {
  payments: { to: '/admin/transactions?status=pending', label: 'Open the payments' },
  tasks: { to: '/admin/transactions#owner-tasks', label: 'Open the tasks' },
  messages: { to: '/admin/messages?state=trouble', label: 'Open the messages' },
  rules: { to: '/admin/transactions#day', label: 'Open the transactions' },
  'check-invariants': { to: '/admin/transactions#day', label: 'Open the transactions' },
};

/** Names and values of facts that are neither good nor bad. */
export function factsOf(
  { ranAt, sizes, limitsHit, oldestTaskAt, postgres, migration }: ShopFacts,
  region: string | null,
): { name: string; value: string }[] {
  const waiting = limitsHit.reduce((sum, { callers }) => sum + callers, 0);
  const [max] = limitsHit;
  return [
    { name: 'Database', value: formatBytes(sizes.databaseBytes) },
    {
      name: 'Largest tables',
      value: sizes.tables.map(({ table, bytes }) => `${table} ${formatBytes(bytes)}`).join(', '),
    },
    {
      name: 'Pictures',
      value:
        sizes.pictures === null
          ? 'not stored here'
          : `${counted(sizes.pictures, 'file')}, ${formatBytes(sizes.pictureBytes ?? 0)}`,
    },
    { name: 'Last npm run shop -- backup', value: momentOr(ranAt.backup, 'never') },
    { name: 'Oldest open task', value: momentOr(oldestTaskAt, 'none open') },
    {
      name: 'Refused by rate limits',
      value: max ? `${waiting} now, most of them: ${limitName(max)}` : 'none',
    },
    { name: 'The bank was last asked', value: momentOr(ranAt.reconcile, 'never') },
    { name: 'Messages were last sent', value: momentOr(ranAt['send-messages'], 'never') },
    {
      name: 'Versions',
      value: [`Postgres ${postgres}`, `migration ${migration ?? 'unknown'}`, region]
        .filter(Boolean)
        .join(', '),
    },
  ];
}

const momentOr = (at: string | null, otherwise: string) => (at === null ? otherwise : formatDayAndTime(at));

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `42 MB`, `1.5 GB`; a kB has 1000 bytes. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const count = bytes / 1000 ** step;
  return `${count < 10 && step > 0 ? count.toFixed(1) : Math.round(count)} ${units[step]}`;
}
