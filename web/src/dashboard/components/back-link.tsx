import { ArrowLeft } from 'lucide-react';
import { Link } from '../../components/link.tsx';
import styles from './back-link.module.css';

/** Back to the page that this one belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  );
}
