import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/button.tsx';
import { LogoMark } from '../../../../components/logo.tsx';
import { shopFacts } from '../../../../lib/shop-facts.ts';
import styles from './print-sheet.module.css';

type PrintSheetProps = {
  /** What the sheet is, e.g. `Receipt`. */
  title: string;
  /** Order number and days, under the title. */
  facts: readonly [label: string, value: string][];
  children: ReactNode;
};

/** Above the sheets, on the screen alone: the way back and the printer. */
export function PrintBar({ back }: { back: { to: string; label: string } }) {
  return (
    <div className={styles.bar}>
      <Link to={back.to} className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        {back.label}
      </Link>
      <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}

/** A sheet of A4 with the shop's head. On paper sheets are alone, each on pages of its own. */
export function PrintSheet({ title, facts, children }: PrintSheetProps) {
  return (
    <article className={styles.sheet} data-print-sheet>
      <header className={styles.head}>
        <div className={styles.shop}>
          <p className={styles.name}>
            <LogoMark className={styles.logo} />
            {shopFacts.name}
          </p>
          <p>{shopFacts.address}</p>
          <p>{shopFacts.phones.map(({ shown }) => shown).join(' · ')}</p>
          <p>{shopFacts.email}</p>
        </div>
        <div className={styles.what}>
          <h1 tabIndex={-1}>{title}</h1>
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </header>
      {children}
    </article>
  );
}
