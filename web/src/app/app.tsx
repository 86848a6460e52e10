import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useSignOutsElsewhere } from '../account/account-queries.ts';
import { ToastRegion } from '../components/overlays/toast-region.tsx';
import { CartSync } from './cart-sync.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { ScrollAndFocus } from './navigation/scroll-and-focus.tsx';
import { PageProgress } from './navigation/page-progress.tsx';
import { ShopRoutes } from './routes.tsx';

/** Pages with what somebody has typed or opened in them begin anew when that person signs out in another tab. */
const RoutesOfOnePerson = () => <ShopRoutes key={useSignOutsElsewhere()} />;

/** The whole shop, without a router: the browser and the prerenderer bring their own. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <CartSync />
      <RoutesOfOnePerson />
      <ScrollAndFocus />
      <PageProgress />
      <ToastRegion />
      <ChallengeDialog />
    </QueryClientProvider>
  );
}
