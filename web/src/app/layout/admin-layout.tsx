import { Link } from 'react-router-dom';
import { LogoMark } from '../../components/logo.tsx';
import { shopFacts } from '../../lib/shop-facts.ts';
import { HomeLink } from './home-link.tsx';
import styles from './admin-layout.module.css';
import { PageFrame } from './page-frame.tsx';
import { ShopAccountMenu } from './shop-account-menu.tsx';
import { SkipLink } from './skip-link.tsx';

/** The layout of the dashboard: no categories, no cart; a link back to the shop and the account menu. */
export function AdminLayout() {
  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <HomeLink>
          <LogoMark />
          <span className={styles.name}>{shopFacts.name}</span>
        </HomeLink>
        <Link to="/" className={styles.shop}>
          View shop
        </Link>
        <ShopAccountMenu variant="bar" />
      </header>
      <PageFrame />
    </>
  );
}
