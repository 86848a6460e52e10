import styles from './skip-link.module.css';

/** The first stop of the Tab key: past the header, straight to the page. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to the content
    </a>
  );
}
