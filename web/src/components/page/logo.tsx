import styles from './logo.module.css';

/** The survey mark: an I pointed like a ranging pole beside a C that rings its station point. One colour. */
function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M2 4h4.5v19L4.25 29 2 23z" fill="currentColor" />
      <path d="M27.2 9.4a9.75 9.75 0 1 0 0 13.2" fill="none" stroke="currentColor" strokeWidth="4" />
      <circle cx="20" cy="16" r="2.6" fill="currentColor" />
    </svg>
  );
}

/** The mark with the shop's name. The name is passed in: components do not know the shop. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={`inline-row ${styles.logo}`}>
      <LogoMark size={34} />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
