import { useSyncExternalStore } from 'react';
import { promptPart } from '#components/page/prompt-suspense.tsx';
import { useMe } from '#account/account-queries.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { hasOrdered } from '#storefront/lib/has-ordered-flag.ts';
import type { OpenOrdersPanelProps } from './open-orders-panel.tsx';

type OpenOrdersProps = OpenOrdersPanelProps & {
  /** Also fetches in a browser without a stored order, as before paying: its storage may have been cleared. */
  alwaysFetches?: boolean;
};

/** The open orders. A browser without orders sends no request, except before paying. */
export function OpenOrders({ alwaysFetches = false, ...props }: OpenOrdersProps) {
  const { data: user } = useMe();
  const isMarked = useSyncExternalStore(noSubscription, hasOrdered, () => false);
  // The page may be hydrated after the header has fetched the user: it first renders what was prerendered.
  const isHydrated = useIsHydrated();
  return isMarked || (isHydrated && (user || alwaysFetches)) ? <OpenOrdersPanel {...props} /> : null;
}

/** The first value is enough: orders are placed on another page. */
const noSubscription = () => () => {};

const OpenOrdersPanel = promptPart('OpenOrdersPanel', () =>
  // Offline the page has no banner.
  import('./open-orders-panel.tsx').catch(() => ({ OpenOrdersPanel: () => null })),
);
