import { errorReference } from '../lib/error-reference.ts';
import styles from './error-reference.module.css';

/** Small print under an unexpected failure: the id of the request in the shop's log. */
export function ErrorReference({ error }: { error: unknown }) {
  const reference = errorReference(error);
  return reference ? <small className={styles.reference}>Reference {reference}</small> : null;
}
