import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ToastRegion } from '../components/toast-region.tsx';
import { CartSync } from './cart-sync.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { ScrollAndFocus } from './navigation/scroll-and-focus.tsx';
import { PageProgress } from './navigation/page-progress.tsx';
import { ShopRoutes } from './routes.tsx';

/** The whole shop, without a router: the browser and the prerenderer bring their own. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <CartSync />
      <ShopRoutes />
      <ScrollAndFocus />
      <PageProgress />
      <ToastRegion />
      <ChallengeDialog />
    </QueryClientProvider>
  );
}
