import { askGatewayAgain } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { type Prompt, promptText, shownSafaricom } from '@contract/mpesa.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import type { OrderPayment } from '@contract/orders.ts';
import { Button } from '#components/forms/button.tsx';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { callApi } from '#lib/api/api-client.ts';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';

type MpesaLinesProps = {
  payment: Pick<OrderPayment, 'announcedCents' | 'prompt'>;
  /** The latest transaction that was asked for. */
  transaction: OrderDetails['transaction'];
  announced?: OrderDetails['announced'];
  /** Staff say that it came: its payment is recorded. */
  onConfirm?(form: OpenedForm): void;
};

/** What M-Pesa told of an order without a proof yet, and its latest request to a phone. */
export function MpesaLines({
  payment: { announcedCents, prompt },
  transaction,
  announced = [],
  onConfirm,
}: MpesaLinesProps) {
  const may = useMay();
  return (
    <>
      {announcedCents > 0 ? (
        <p>
          {`${formatCents(announcedCents)} announced by M-Pesa, not proven yet: it counts when Safaricom’s list, a statement or you say so.`}
        </p>
      ) : null}
      {announced.map(({ code, cents }) => (
        <div key={code} className="cluster gap-3">
          <span>{`${code}, ${formatCents(cents)}`}</span>
          {may('payments.record') ? (
            <Button
              variant="secondary"
              onClick={() => onConfirm?.({ form: 'payment', reference: code, amount: cents / 100 })}
            >
              Record That It Came
            </Button>
          ) : null}
        </div>
      ))}
      {prompt ? (
        <div className="cluster gap-3">
          <p role="status" className="muted">
            {`Request to ${shownSafaricom(prompt.phone)}, ${formatKes(prompt.amount)}: ${saidOf(prompt)}`}
          </p>
          {prompt.isOpen && transaction && may('payments.record') ? (
            <RowAction
              variant="secondary"
              failureTitle="We could not ask"
              act={() => callApi(askGatewayAgain, { params: { id: transaction.id } })}
            >
              Ask Safaricom Now
            </RowAction>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** What became of it, for staff: nobody here looks at the phone. */
const saidOf = (prompt: Prompt) =>
  prompt.isOpen && prompt.code === null ? 'Not decided yet.' : promptText(prompt).says;
