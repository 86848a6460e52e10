import type { ReactNode } from 'react';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { Link } from 'react-router-dom';
import styles from './home-link.module.css';

/** The logo of a header, which leads to the home page. */
export function HomeLink({ children }: { children: ReactNode }) {
  const { name } = useShopDetails();
  return (
    <Link
      to="/"
      className={`inline-row self-start target ink plain-link ${styles.home}`}
      aria-label={`${name}, home`}
    >
      {children}
    </Link>
  );
}
