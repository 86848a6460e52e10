import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useSignOutsElsewhere } from '../account/account-queries.ts';
import { ToastRegion } from '../components/overlays/toast-region.tsx';
import { CartSync } from './cart-sync.tsx';
import { ScrollAndFocus } from './navigation/scroll-and-focus.tsx';
import { ShopRoutes } from './routes.tsx';
import { shopDetailsQuery } from '../lib/api/shop-details.ts';
import { loadInBackground } from '../lib/loading/load-in-background.ts';
import { earlyPressesBefore } from '../storefront/lib/early-presses.ts';
import { pageHydration } from '../lib/loading/page-hydration.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { isPageSlow, onSlowPagesChange } from './navigation/slow-pages.ts';
import styles from './navigation/page-progress.module.css';

/** Pages with what somebody has typed or opened in them begin anew when that person signs out in another tab. */
const RoutesOfOnePerson = () => <ShopRoutes key={useSignOutsElsewhere()} />;

/** The whole shop, without a router: the browser and the prerenderer bring their own. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <FreshShopDetails />
      <CartSync />
      <EarlyPresses />
      <RoutesOfOnePerson />
      <ScrollAndFocus />
      <PageProgress />
      <ToastRegion />
    </QueryClientProvider>
  );
}

/**
 * Fetches the details of the shop again when a page is opened, once they are older than a minute. Not while the first
 * one is being hydrated, which happens in steps: a part of it would no longer fit its HTML.
 */
function FreshShopDetails() {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  useEffect(
    () => void pageHydration.then(() => queryClient.prefetchQuery(shopDetailsQuery)),
    [queryClient, pathname],
  );
  return null;
}

/** Carries out what was pressed before the scripts ran, on a page that was left then; not while paying. */
function EarlyPresses() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const carryOut = async (before: number) => {
      await pageHydration;
      const presses = window.location.pathname.startsWith('/payment/') ? [] : earlyPressesBefore(before);
      if (presses.length === 0) return;
      const code = await loadInBackground(() => import('./navigation/carry-out-presses.tsx'));
      await code?.carryOutPresses(presses, queryClient);
    };
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void carryOut(Date.now());
    void carryOut(performance.timeOrigin);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [queryClient]);
  return null;
}

/** A thin line at the top that shows that a page is loading: the old page stays until the new one is ready. */
function PageProgress() {
  const isSlow = useSyncExternalStore(onSlowPagesChange, isPageSlow, () => false);
  return isSlow ? <div role="progressbar" aria-label="Loading the page" className={styles.line} /> : null;
}
