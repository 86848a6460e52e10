import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';

type PageSuspenseProps = {
  /** Shown until the code of the page has been loaded. */
  fallback: ReactNode;
  /** The page stands in the prerendered HTML, which stays until its code is there. */
  isPrerendered?: boolean;
  children: ReactNode;
};

/**
 * `Suspense` for a page that is opened: the fallback is rendered first, as if it were the page, which then follows in a
 * transition. A fallback that `Suspense` itself has shown would stay for at least 300 ms, however soon the code is there,
 * and the page asks for its data only then.
 */
export function PageSuspense({ fallback, isPrerendered = false, children }: PageSuspenseProps) {
  const [hasBegun, setHasBegun] = useState(isPrerendered);
  useEffect(() => {
    startTransition(() => setHasBegun(true));
  }, []);
  return <Suspense fallback={fallback}>{hasBegun ? children : fallback}</Suspense>;
}
