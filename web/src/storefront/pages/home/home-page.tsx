import { Navigate, useLocation } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { shopFacts } from '@contract/shop-facts.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { FeaturedProducts } from './featured-products.tsx';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';
import { paymentRedirect } from './payment-redirect.ts';
import { Testimonials } from './testimonials.tsx';
import { OpenOrders } from '../open-orders/open-orders.tsx';
import { TrustBadges } from './trust-badges.tsx';

/** The home page. A return from the bank that lands here is redirected to its outcome page. */
export function HomePage() {
  const { search } = useLocation();
  const outcome = paymentRedirect(search);
  if (outcome) return <Navigate to={outcome} replace />;

  return (
    <>
      <PageMeta
        title={shopFacts.claim.replace(/\.$/, '')}
        description="Survey instruments, water detectors, GPS and solar power equipment in Kenya. Prices in shillings, free delivery within Nairobi, card payment."
        path="/"
      />
      <OpenOrders className={`page-width full ${styles.open}`} />
      <div className={`page-width full stack ${styles.top}`}>
        <Hero />
        <CategoryTiles />
      </div>
      <div className={`page-width stack ${styles.page}`}>
        <FeaturedProducts />
        <TrustBadges />
        <Testimonials />
      </div>
    </>
  );
}
