import { formatKes } from '@contract/money.ts';

/** KES: many banks let a card pay less than this online until its holder asks for more. */
const usualLimit = 300_000;

/** Said before a card payment that a bank may refuse for its size. @param amount KES */
export function LargePaymentNote({ amount }: { amount: number }) {
  if (amount <= usualLimit) return null;
  return (
    <p className="quiet">
      For more than {formatKes(usualLimit)} your bank may have to raise your card’s online limit first.
    </p>
  );
}
