import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';

/** Makes the invoice of what left today, for a buyer who wants it with the goods. */
export function InvoiceNow({ orderId }: { orderId: string }) {
  return (
    <RowAction
      variant="quiet"
      failureTitle="The invoice is not made"
      act={() => callSql('issue_invoice', { p_order_id: orderId })}
    >
      Make It Now
    </RowAction>
  );
}
