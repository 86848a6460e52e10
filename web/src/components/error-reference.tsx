import { errorReference } from '../lib/error-reference.ts';
import styles from './error-reference.module.css';

/** Small print below an unexpected failure: the request's id in the server log. */
export function ErrorReference({ error }: { error: unknown }) {
  const reference = errorReference(error);
  return reference ? <small className={styles.reference}>Reference {reference}</small> : null;
}
