import type { ComponentProps } from 'react';
import { NavLink } from 'react-router-dom';
import styles from './tab-link.module.css';

/** A link in a row of them; the current page's is underlined. */
export function TabLink(props: Omit<ComponentProps<typeof NavLink>, 'className'>) {
  return <NavLink {...props} className={`row centered target one-line ink plain-link ${styles.tab}`} />;
}
