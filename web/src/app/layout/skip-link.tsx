import styles from './skip-link.module.css';

/** The first tab stop: skips the header. */
export function SkipLink() {
  return (
    <a className={`strong screen-only ${styles.skip}`} href="#main">
      Skip to the content
    </a>
  );
}
