import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { LogoMark } from '../../../components/logo.tsx';
import { shopFacts } from '../../../lib/shop-facts.ts';
import styles from './print-sheet.module.css';

type PrintSheetProps = {
  /** What the sheet is, e.g. `Receipt`. */
  title: string;
  /** Order number and days, under the title. */
  facts: readonly [label: string, value: string][];
  backTo: string;
  children: ReactNode;
};

/** A sheet of A4 with the shop's head; on paper it is alone, on the screen it has a bar above it. */
export function PrintSheet({ title, facts, backTo, children }: PrintSheetProps) {
  return (
    <>
      <div className={styles.bar}>
        <Link to={backTo} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          Back to the order
        </Link>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
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
    </>
  );
}
