import {
  type DeepHealth,
  deepHealth,
  type HealthComponent,
  healthComponentNames,
  type HealthComponentName,
} from '@contract/health.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import styles from './health-list.module.css';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';

/** What does not work in the shop, since when, and what to do about it; or that everything does. */
export function HealthList() {
  const health = useHealth();
  const { isFetching, refetch } = health;
  return (
    <div className="stack gap-4">
      <div className="cluster spread gap-3">
        <h2>Health</h2>
        <Button
          variant="quiet"
          icon={<RotateCw />}
          busy={isFetching && !health.isPending}
          onClick={() => refetch()}
        >
          Check again
        </Button>
      </div>
      <Loaded query={health} what="the health of the shop" lines={6}>
        {(data) => (
          <>
            <Title health={data} />
            <ul>
              {data.components
                .filter(({ problem }) => problem !== null)
                .map((one) => (
                  <Component key={one.component} health={one} />
                ))}
            </ul>
            <p className="muted text-width">{checkedText(data)}</p>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Title({ health }: { health: DeepHealth }) {
  const ink = health.isWell ? 'good' : 'bad';
  const Icon = health.isWell ? CircleCheck : TriangleAlert;
  return (
    <div role="status" className={`row gap-3 gap-y-1 wrap tabular ${styles.title}`}>
      <Icon className={ink} aria-hidden="true" />
      <strong className={ink}>{healthTitle(health)}</strong>
      <span className="muted">{`Version ${health.version}`}</span>
    </div>
  );
}

function Component({ health: { component, problem, advice, since } }: { health: HealthComponent }) {
  const page = pageOfComponent[component];
  return (
    <li className="stack gap-1 line-below pad-y-3 text-width breaks">
      <span className="row gap-3 spread">
        <strong>{healthComponentNames[component]}</strong>
        <StatusBadge tone="bad">Needs attention</StatusBadge>
      </span>
      <p>{problem}</p>
      <p>{advice}</p>
      {since === null ? null : <p className="muted">{`Since ${formatDayAndTime(since)}`}</p>}
      {page ? (
        <Link to={page.to} className="inline-row target">
          {page.label}
        </Link>
      ) : null}
    </li>
  );
}

/** The health of each component of the shop, refetched whenever the page is opened. */
function useHealth() {
  return useQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'health'],
    queryFn: ({ signal }) => callApi(deepHealth, { signal }),
  });
}

/** A short summary of the shop's health. */
export function healthTitle({ components }: Pick<DeepHealth, 'components'>): string {
  const failing = components.filter(({ problem }) => problem !== null).length;
  if (failing === 0) return 'Everything is working';
  return failing === 1 ? 'One part needs attention' : `${failing} parts need attention`;
}

/** `Checked, without a problem: Database, E-mail`; empty when each has one. */
export function checkedText({ components }: Pick<DeepHealth, 'components'>): string {
  const names = components.flatMap(({ component, problem }) =>
    problem === null ? healthComponentNames[component] : [],
  );
  return names.length > 0 ? `Checked, without a problem: ${names.join(', ')}` : '';
}

/** The page of the dashboard where a problem can be fixed. */
const pageOfComponent: Partial<Record<HealthComponentName, { to: string; label: string }>> = {
  payments: { to: '/admin/transactions?status=pending', label: 'Open the payments' },
  tasks: { to: '/admin/transactions#owner-tasks', label: 'Open the tasks' },
  messages: { to: '/admin/messages?state=trouble', label: 'Open the messages' },
  rules: { to: '/admin/transactions#day', label: 'Open the transactions' },
  'check-invariants': { to: '/admin/transactions#day', label: 'Open the transactions' },
};
