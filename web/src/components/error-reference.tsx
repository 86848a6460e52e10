import { errorReference } from '../lib/error-reference.ts';
import styles from './error-reference.module.css';

/** Small print under an unexpected failure: what the shop's log knows the request by. */
export function ErrorReference({ error }: { error: unknown }) {
  const reference = errorReference(error);
  return reference ? <small className={styles.reference}>Reference {reference}</small> : null;
}
