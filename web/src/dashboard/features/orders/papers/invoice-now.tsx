import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';

/** Makes the invoice of what left today, for a buyer who wants it with the goods. */
export function InvoiceNow({ orderId }: { orderId: string }) {
  const refresh = useRefreshAdmin();
  return (
    <RowAction
      variant="quiet"
      failureTitle="The invoice is not made"
      act={async () => {
        await callSql('issue_invoice', { p_order_id: orderId });
        await refresh();
      }}
    >
      Make It Now
    </RowAction>
  );
}
