import { type ComponentType, type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#lib/loading/lazy-part.ts';

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

/** A `lazyPart` that loads in a `PromptSuspense` of its own. */
export function promptPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  fallback?: ReactNode,
) {
  const Part = lazyPart(name, load) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <PromptSuspense fallback={fallback}>
      <Part {...props} />
    </PromptSuspense>
  );
}
