import type { OwnerTask } from '@contract/admin.ts';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { MessageDrawer } from '#dashboard/features/messages/message-drawer.tsx';
import { OrderScreen } from '#dashboard/features/orders/order/order-screen.tsx';
import { useOpenedForm } from '#dashboard/lib/opened-form.ts';
import { CloseTaskDialog } from '#dashboard/features/transactions/tasks/close-task-dialog.tsx';
import { orderNumber } from '@contract/order-number.ts';

/** `/admin/orders/:id`: one order and everything that happened to it. */
export function AdminOrderPage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const { opened, open } = useOpenedForm();
  const [closing, setClosing] = useState<OwnerTask | null>(null);
  const from = typeof state?.from === 'string' ? state.from : '';
  return (
    <>
      <PageMeta title={`Order #${orderNumber(id)}, Admin Dashboard`} />
      <OrderScreen
        key={id}
        orderId={id}
        backTo={`/admin/orders${from}`}
        opened={opened}
        onOpenForm={open}
        onCloseTask={setClosing}
        onOpenMessage={(opened) => setParams({ message: opened }, { state, preventScrollReset: true })}
      />
      {closing ? <CloseTaskDialog key={closing.id} task={closing} onClose={() => setClosing(null)} /> : null}
      <MessageDrawer
        id={params.get('message')}
        onClose={() => setParams({}, { state, replace: true, preventScrollReset: true })}
      />
    </>
  );
}
