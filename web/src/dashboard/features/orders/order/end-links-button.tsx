import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { useOnce } from '#lib/forms/use-once.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';

/**
 * Replaces the link of an order, for when it has reached the wrong person. The buyer finds the new link on the
 * order's page.
 */
export function EndLinksButton({ orderId }: { orderId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const once = useOnce();
  const end = async () => {
    setIsBusy(true);
    try {
      await callSql('renew_link_as_owner', { p_order_id: orderId });
      showToast({ title: 'Link renewed', description: 'Earlier links of this order no longer work.' });
    } catch (error) {
      showFailure('Link not renewed', error);
    }
    setIsBusy(false);
  };
  return (
    <div>
      <Button variant="quiet" busy={isBusy} onClick={() => once(end)}>
        Renew the Order Link
      </Button>
    </div>
  );
}
