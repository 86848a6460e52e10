import { ArrowLeft } from 'lucide-react';
import { Link } from '../../components/link.tsx';
import styles from './back-link.module.css';

/** A link back to the parent page. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  );
}
