import { useSyncExternalStore } from 'react';
import { PromptSuspense } from '../../../components/prompt-suspense.tsx';
import { useMe } from '../../../account/account-queries.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { hasOrdered } from '../../lib/ordered-mark.ts';
import type { OpenOrdersPanelProps } from './open-orders-panel.tsx';

type OpenOrdersProps = OpenOrdersPanelProps & {
  /** Also asks in a browser without known orders, as before paying: it may have forgotten that somebody ordered. */
  asksAlways?: boolean;
};

/** The orders that wait for a payment. Except before paying, a browser without orders sends no request. */
export function OpenOrders({ asksAlways = false, ...props }: OpenOrdersProps) {
  const { data: user } = useMe();
  const isMarked = useSyncExternalStore(neverChanges, hasOrdered, () => false);
  // The page may be hydrated after the header has learnt who is signed in: it draws what was prerendered first.
  const isHydrated = useIsHydrated();
  return isMarked || (isHydrated && (user || asksAlways)) ? (
    <PromptSuspense>
      <OpenOrdersPanel {...props} />
    </PromptSuspense>
  ) : null;
}

/** What is there at the first look is enough: an order is placed on another page. */
const neverChanges = () => () => {};

const OpenOrdersPanel = lazyPart('OpenOrdersPanel', () =>
  // Without a connection the page goes without the banner.
  import('./open-orders-panel.tsx').catch(() => ({ OpenOrdersPanel: () => null })),
);
