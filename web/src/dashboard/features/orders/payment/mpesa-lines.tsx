import { type Prompt, promptText, shownSafaricom } from '@contract/mpesa.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import type { OrderPayment } from '@contract/orders.ts';

/** What M-Pesa told of an order without a proof yet, and its latest request to a phone. */
export function MpesaLines({ payment }: { payment: Pick<OrderPayment, 'announcedCents' | 'prompt'> }) {
  const { announcedCents, prompt } = payment;
  return (
    <>
      {announcedCents > 0 ? (
        <p>
          {`${formatCents(announcedCents)} announced by M-Pesa, not proven yet: it counts when Safaricom’s list, a statement or you say so.`}
        </p>
      ) : null}
      {prompt ? (
        <p className="muted">
          {`Request to ${shownSafaricom(prompt.phone)}, ${formatKes(prompt.amount)}: ${saidOf(prompt)}`}
        </p>
      ) : null}
    </>
  );
}

/** What became of it, for staff: nobody here looks at the phone. */
const saidOf = (prompt: Prompt) =>
  prompt.isOpen && prompt.code === null ? 'Not decided yet.' : promptText(prompt).says;
