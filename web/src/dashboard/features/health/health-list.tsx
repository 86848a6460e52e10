import {
  type DeepHealth,
  deepHealth,
  type HealthComponent,
  healthComponentNames,
  type ShopFacts,
} from '@contract/health.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { badgeOf, factsOf, healthTitle, pageOfComponent } from './health-text.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './health-list.module.css';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';

/** The health of each component of the shop: healthy, or since when it is not and what to do about it. */
export function HealthList() {
  const health = useHealth();
  const { dataUpdatedAt, isFetching, refetch } = health;
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
            <Title health={data} at={dataUpdatedAt} />
            <Components health={data} of={data.components.filter(({ problem }) => problem !== null)} />
            <details>
              <summary className="pad-y-2">Details</summary>
              <Components health={data} of={data.components.filter(({ problem }) => problem === null)} />
              <Facts health={data} />
            </details>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** @param at when the health was fetched, in milliseconds */
function Title({ health, at }: { health: DeepHealth; at: number }) {
  const ink = health.isWell ? 'good' : 'bad';
  const Icon = health.isWell ? CircleCheck : TriangleAlert;
  return (
    <div role="status" className={classNames('row gap-3 gap-y-1 wrap tabular', styles.title)}>
      <Icon className={ink} aria-hidden="true" />
      <strong className={ink}>{healthTitle(health)}</strong>
      <span className="muted">{`Checked on ${formatDayAndTime(new Date(at).toISOString())}`}</span>
    </div>
  );
}

function Components({ health, of }: { health: DeepHealth; of: readonly HealthComponent[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="line-above">
      {of.map((one) => (
        <Component key={one.component} health={one} facts={health.facts} />
      ))}
    </ul>
  );
}

function Component({ health, facts }: { health: HealthComponent; facts: ShopFacts | null }) {
  const { component, problem, advice, since } = health;
  const { tone, label } = badgeOf(health, facts);
  const page = problem === null ? undefined : pageOfComponent[component];
  return (
    <li
      className={classNames(
        'grid gap-3 gap-y-1 at-start target line-below',
        styles.component,
        problem && styles.failing,
      )}
    >
      <span className={classNames(problem && 'strong')}>{healthComponentNames[component]}</span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {problem === null ? null : (
        <div className={classNames('whole-row breaks', styles.text)}>
          <p>{problem}</p>
          <p>{advice}</p>
          {since === null ? null : <p className="muted">{`Since ${formatDayAndTime(since)}`}</p>}
          {page ? (
            <Link to={page.to} className="inline-row target">
              {page.label}
            </Link>
          ) : null}
        </div>
      )}
    </li>
  );
}

function Facts({ health: { facts, region } }: { health: DeepHealth }) {
  if (facts === null) return null;
  return (
    <section className="stack gap-3" aria-labelledby="health-facts">
      <h3 id="health-facts">Worth knowing</h3>
      <dl className={classNames('stack', styles.facts)}>
        {factsOf(facts, region).map(({ name, value }) => (
          <div key={name} className="narrow tabular breaks">
            <dt className="small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
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
