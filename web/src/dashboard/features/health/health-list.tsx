import { type DeepHealth, deepHealth, type HealthComponent, healthComponentNames } from '@contract/health.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { healthTitle, pageOfComponent, checkedText } from './health-text.ts';
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
