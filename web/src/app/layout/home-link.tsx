import type { ReactNode } from 'react';
import { shopFacts } from '@contract/shop-facts.ts';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import styles from './home-link.module.css';

/** The logo of a header, which leads to the home page. */
export function HomeLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to="/"
      className={classNames('inline-row self-start target ink plain-link', styles.home)}
      aria-label={`${shopFacts.name}, home`}
    >
      {children}
    </Link>
  );
}
