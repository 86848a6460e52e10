import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ToastRegion } from '../components/toast-region.tsx';
import { CartKeeper } from './cart-keeper.tsx';
import { NavigationCare } from './navigation/navigation-care.tsx';
import { PageProgress } from './navigation/page-progress.tsx';
import { ShopRoutes } from './routes.tsx';

/** The whole shop, without a router: the browser and the prerenderer bring their own. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <CartKeeper />
      <ShopRoutes />
      <NavigationCare />
      <PageProgress />
      <ToastRegion />
    </QueryClientProvider>
  );
}
