import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type LaterPart, useLaterPart } from '../lib/later-part.ts';
import { loadQuietly } from '../lib/load-quietly.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

type LaterProps<Code> = {
  part: LaterPart<Code>;
  /** What is loading, for a screen reader. */
  label: string;
  /** Draws it with its code. */
  children: (code: Code) => ReactNode;
};

/** What is drawn by code that comes later: grey lines until it is there, and a button that tries again if it fails. */
export function Later<Code>({ part, label, children }: LaterProps<Code>) {
  const code = useLaterPart(part);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // Quietly: a reload for the files of a new release is for whoever tries again.
    void loadQuietly(part.fetch).then((loaded) => setFailed(loaded === null));
  }, [part]);
  const tryAgain = useCallback(() => {
    setFailed(false);
    part.fetch().catch(() => setFailed(true));
  }, [part]);

  if (code !== null) return children(code);
  if (!hasFailed)
    return (
      <Loading label={label}>
        <Skeleton width="most" />
        <Skeleton />
        <Skeleton width="half" />
      </Loading>
    );
  return (
    <Notice tone="error" action={<Button onClick={tryAgain}>Try again</Button>}>
      This could not be loaded. Check your connection and try again.
    </Notice>
  );
}
