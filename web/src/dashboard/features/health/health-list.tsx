import { type DeepHealth, type HealthPart, healthPartNames } from '@contract/health.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { Link } from '../../../components/link.tsx';
import { Button } from '../../../components/button.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { MutedText, Row, Stack } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { useHealth } from './health-query.ts';
import { figuresOf, healthTitle, pageOfPart, sortedParts } from './health-text.ts';
import styles from './health-list.module.css';

/** The health of each part of the shop: healthy, or since when it is not and what to do about it. */
export function HealthList() {
  const health = useHealth();
  const { dataUpdatedAt, isFetching, refetch } = health;
  return (
    <Stack gap={4}>
      <Row spread>
        <h2>Health</h2>
        <Button
          variant="quiet"
          icon={<RotateCw aria-hidden="true" />}
          busy={isFetching && !health.isPending}
          onClick={() => refetch()}
        >
          Check again
        </Button>
      </Row>
      <Loaded query={health} what="the health of the shop" lines={6}>
        {(data) => (
          <>
            <Title health={data} at={dataUpdatedAt} />
            <ul className={styles.parts}>
              {sortedParts(data.parts).map((part) => (
                <Part key={part.part} part={part} />
              ))}
            </ul>
            <Figures health={data} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** @param at when the health was fetched, in milliseconds */
function Title({ health, at }: { health: DeepHealth; at: number }) {
  const Icon = health.isWell ? CircleCheck : TriangleAlert;
  return (
    <div role="status" className={styles.title} data-well={health.isWell}>
      <Icon aria-hidden="true" />
      <strong>{healthTitle(health)}</strong>
      <MutedText as="span">{`Checked on ${formatDayAndTime(new Date(at).toISOString())}`}</MutedText>
    </div>
  );
}

function Part({ part: { part, problem, advice, since } }: { part: HealthPart }) {
  const page = problem === null ? undefined : pageOfPart[part];
  return (
    <li className={styles.part} data-well={problem === null}>
      <span className={styles.name}>{healthPartNames[part]}</span>
      <StatusBadge tone={problem === null ? 'good' : 'bad'}>
        {problem === null ? 'Working' : 'Needs attention'}
      </StatusBadge>
      {problem === null ? null : (
        <div className={styles.text}>
          <p>{problem}</p>
          <p>{advice}</p>
          {since === null ? null : <MutedText>{`Since ${formatDayAndTime(since)}`}</MutedText>}
          {page ? <Link to={page.to}>{page.label}</Link> : null}
        </div>
      )}
    </li>
  );
}

function Figures({ health: { figures, region } }: { health: DeepHealth }) {
  if (figures === null) return null;
  return (
    <Stack as="section" aria-labelledby="health-figures">
      <h3 id="health-figures">Worth knowing</h3>
      <dl className={styles.figures}>
        {figuresOf(figures, region).map(({ name, value }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
