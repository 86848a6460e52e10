import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';

type PromptSuspenseProps = {
  /** Shown until the code of the children has been loaded. */
  fallback?: ReactNode;
  /** The children stand in the prerendered HTML, which stays until their code is there. */
  isPrerendered?: boolean;
  children: ReactNode;
};

/**
 * `Suspense` that shows its children as soon as their code is there. The fallback is rendered first, as if it were the
 * children, who follow in a transition. React keeps a fallback that `Suspense` itself has shown for at least 300 ms, and
 * only then would the children ask for their data.
 */
export function PromptSuspense({ fallback = null, isPrerendered = false, children }: PromptSuspenseProps) {
  const [hasBegun, setHasBegun] = useState(isPrerendered);
  useEffect(() => {
    startTransition(() => setHasBegun(true));
  }, []);
  return <Suspense fallback={fallback}>{hasBegun ? children : fallback}</Suspense>;
}
