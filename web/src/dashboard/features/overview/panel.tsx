import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Row } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import styles from './panel.module.css';

type PanelProps<Data> = {
  title: string;
  query: UseQueryResult<Data>;
  /** What is loaded, to go after "Loading" and "We could not load". */
  what: string;
  /** Lines of the skeleton. */
  lines?: number;
  /** Another panel shows the same data, and its failure. */
  follows?: string;
  /** Beside the title: a link to all of it. */
  more?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** One part of the overview. It loads and fails by itself; the others go on. */
export function Panel<Data>({ title, query, what, lines = 4, follows, more, children }: PanelProps<Data>) {
  const id = useId();
  const content = (data: Data) => (
    <ErrorBoundary fallback={<NotShown />}>
      <div
        className={classNames(styles.content, query.isPlaceholderData && styles.stale)}
        aria-busy={query.isPlaceholderData}
      >
        {children(data)}
      </div>
    </ErrorBoundary>
  );
  return (
    <section aria-labelledby={id} className={styles.panel}>
      <Row spread className={styles.head}>
        <h3 id={id}>{title}</h3>
        {more}
      </Row>
      {query.isError && follows !== undefined ? (
        <>
          <EmptyPanel>Not loaded: see {follows}.</EmptyPanel>
          {query.data === undefined ? null : content(query.data)}
        </>
      ) : (
        <Loaded query={query} what={what} lines={lines}>
          {content}
        </Loaded>
      )}
    </section>
  );
}

/** A panel without anything to show says so. */
export function EmptyPanel({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}

function NotShown() {
  return (
    <Notice
      tone="error"
      title="This part could not be shown"
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    >
      The fault is on our side, or the connection was lost while loading. The rest of the page works.
    </Notice>
  );
}
