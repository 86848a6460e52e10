import { LockKeyhole } from 'lucide-react';
import { Logo } from '../../components/logo.tsx';
import { shopFacts } from '../../lib/shop-facts.ts';
import { HomeLink } from './home-link.tsx';
import styles from './checkout-layout.module.css';
import { PageFrame } from './page-frame.tsx';
import { SkipLink } from './skip-link.tsx';

/** The calm layout of the checkout: the logo, a word on safety, the form, a number to call. No links distract. */
export function CheckoutLayout() {
  const [phone] = shopFacts.phones;
  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.row}>
          <HomeLink>
            <Logo name={shopFacts.name} />
          </HomeLink>
          <p className={styles.secure}>
            <LockKeyhole aria-hidden="true" />
            <span>
              Secure <span className={styles.more}>checkout</span>
            </span>
          </p>
        </div>
      </header>
      <PageFrame />
      <footer className={styles.footer}>
        <p>
          Need help with this order? Call <a href={`tel:${phone.dialled}`}>{phone.shown}</a> or write to{' '}
          <a href={`mailto:${shopFacts.email}`}>{shopFacts.email}</a>.
        </p>
      </footer>
    </>
  );
}
