import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type DeferredPart, useDeferredPart } from '../lib/deferred-part.ts';
import { loadInBackground } from '../lib/load-in-background.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

type DeferredProps<Code> = {
  part: DeferredPart<Code>;
  /** What is loading, for a screen reader. */
  label: string;
  children: (code: Code) => ReactNode;
};

/** Renders a deferred part: a skeleton until its code is loaded, and a retry button if that fails. */
export function Deferred<Code>({ part, label, children }: DeferredProps<Code>) {
  const code = useDeferredPart(part);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // In the background, so that only the retry button can reload the page for a new release.
    void loadInBackground(part.fetch).then((loaded) => setFailed(loaded === null));
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
