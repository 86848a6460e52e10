import { Navigate, useLocation } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { shopFacts } from '@contract/shop-facts.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { FeaturedProducts } from './featured-products.tsx';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';
import { paymentRedirect } from './payment-redirect.ts';
import { OpenOrders } from '../open-orders/open-orders.tsx';
import { Headset, LockKeyhole, ShieldCheck, Truck } from 'lucide-react';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { inTwo, linesWith, useShopText } from '#storefront/lib/shop-text.ts';

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

const icons = [LockKeyhole, Truck, Headset, ShieldCheck];

/** The shop's promises in one row: the list of the first page's text. */
function TrustBadges() {
  const { promptsAreOn, paybill, till } = useShopDetails();
  const payment = `By card, on the bank’s own page${promptsAreOn || paybill || till ? ', or by M-Pesa' : ''}`;
  const badges = linesWith('-', useShopText('home', { payment }).blocks).map(inTwo);
  return badges.length > 0 ? (
    <ul className={`columns-2 gap-4 line-above line-below ${styles.badges}`}>
      {badges.map(([title, text], index) => {
        const Icon = icons[index % icons.length]!;
        return (
          <li key={index} className={`stack gap-2 packed ${styles.badge}`}>
            <Icon size={26} strokeWidth={1.75} className="primary" />
            <div>
              <p className={styles.title}>{title}</p>
              <p className="muted tight">{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  ) : null;
}

/** What customers said: the quotations of the first page's text. */
function Testimonials() {
  const quotations = linesWith('>', useShopText('home').blocks);
  return quotations.length > 0 ? (
    <section aria-labelledby="testimonials" className="stack gap-4">
      <h2 id="testimonials">From the field</h2>
      <ul className={`stack gap-5 ${styles.testimonials}`}>
        {quotations.map((line, index) => {
          const [text, speaker] = inTwo(line);
          const [name, role] = inTwo(speaker);
          return (
            <li key={index}>
              <figure className={`grid gap-4 pad-top-4 ${styles.testimonial}`}>
                <blockquote>
                  <p>“{text}”</p>
                </blockquote>
                <figcaption>
                  <span className="block strong">{name}</span>
                  <span className="muted">{role}</span>
                </figcaption>
              </figure>
            </li>
          );
        })}
      </ul>
    </section>
  ) : null;
}
