import { formatKes } from '@contract/money.ts';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import styles from './one-dialog.module.css';

/** What was seen of a product and is to be written; its prices in KES. */
type Change = { name: string; seen?: { price?: unknown }; set: { price?: unknown } };
type PriceChange = { name: string; before: number; after: number };

const maxListed = 10;

/**
 * Asks before a price changes by more than half, which is more often a slip than a decision. `confirmPrices` resolves to
 * whether the changes may be written; `priceDialog` is its question.
 */
export function usePriceCheck(): {
  confirmPrices(changes: readonly Change[]): Promise<boolean>;
  priceDialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ large: PriceChange[]; answer(mayChange: boolean): void } | null>(null);
  const close = (mayChange: boolean) => {
    asked?.answer(mayChange);
    setAsked(null);
  };
  const { large = [] } = asked ?? {};
  return {
    confirmPrices: (changes) => {
      const found = largeChangesIn(changes);
      if (found.length === 0) return Promise.resolve(true);
      return new Promise((answer) => setAsked({ large: found, answer }));
    },
    priceDialog: (
      <ConfirmDialog
        isOpen={asked !== null}
        title={
          large.length > 1
            ? `Change ${large.length} prices by more than half?`
            : 'Change the price by more than half?'
        }
        confirmLabel={large.length > 1 ? 'Change the prices' : 'Change the price'}
        cancelLabel="Look again"
        onConfirm={() => close(true)}
        onClose={() => close(false)}
      >
        <ul className={`stack gap-1 text-start ${styles.question}`}>
          {large.slice(0, maxListed).map(({ name, before, after }, index) => (
            <li key={index}>{`${name}: ${formatKes(before)} becomes ${formatKes(after)}`}</li>
          ))}
          {large.length > maxListed ? <li>And {large.length - maxListed} more.</li> : null}
        </ul>
      </ConfirmDialog>
    ),
  };
}

function largeChangesIn(changes: readonly Change[]): PriceChange[] {
  return changes.flatMap(({ name, seen, set }) => {
    const [before, after] = [seen?.price, set.price];
    if (typeof before !== 'number' || typeof after !== 'number') return [];
    return Math.abs(after - before) * 2 > before ? [{ name, before, after }] : [];
  });
}
