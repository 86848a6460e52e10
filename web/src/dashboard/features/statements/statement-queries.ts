import type { OpenStatementLine } from '@contract/bank-statements.ts';
import type { outAnswers } from './statement-text.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';

type CloseLineRequest = {
  lineId: string;
  reason: string;
  transactionId?: string | null;
  records?: boolean;
  verdict?: keyof typeof outAnswers | null;
};

/** Records a line as a payment; of the order for which it is exactly what is due, it pays that. */
export function useRecordLine() {
  const close = useAdminWrite(closeStatementLine);
  const share = useAdminWrite((request: Parameters<typeof callSql<'share_payment'>>[1]) =>
    callSql('share_payment', request),
  );
  return async ({ id, orderToPay, amountCents }: OpenStatementLine) => {
    const { transactionId } = await close.mutateAsync({
      lineId: id,
      reason: 'A payment without an order',
      records: true,
    });
    if (transactionId === null || orderToPay === null) return { transactionId, orderId: null };
    const p_shares = [{ orderId: orderToPay, cents: amountCents }];
    return (
      share
        .mutateAsync({ p_id: transactionId, p_transaction_id: transactionId, p_shares })
        .then(() => ({ transactionId, orderId: orderToPay }))
        // It is recorded, and a person gives it to its order.
        .catch(() => ({ transactionId, orderId: null }))
    );
  };
}

/** Closes a line that was not matched. */
export const closeStatementLine = ({ lineId, reason, transactionId, records, verdict }: CloseLineRequest) =>
  callSql('close_statement_line', {
    p_line_id: lineId,
    p_reason: reason,
    ...(transactionId ? { p_transaction_id: transactionId } : {}),
    ...(records ? { p_records: true } : {}),
    ...(verdict ? { p_verdict: verdict } : {}),
  });
