import { maxCompletions } from '@contract/admin-orders.ts';
import { CheckCheck, Printer, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { SelectionBar } from '#dashboard/components/selection-bar.tsx';
import { sqlQueryAlwaysStale, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { maxSlips } from '@contract/packing-slip.ts';
import { packingSlipAddress } from '@contract/papers.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { PdfLink } from '#orders/paper-link.tsx';
import { pickListAddress } from '../pick-list/pick-list-address.ts';
import { CompleteDialog } from '../complete/complete-dialog.tsx';
import { completeLabel } from '../complete/completion-text.ts';
import { type Completed, completedText, completeOrders, notCompletedText } from './complete-orders.ts';
import { useQuery } from '@tanstack/react-query';

type SelectedOrdersProps = {
  selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
};

/** Actions for several orders: print their packing slips, complete them. */
export function SelectedOrders({ selected, onChange }: SelectedOrdersProps) {
  const refresh = useRefreshAdmin();
  const once = useOnce();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const [isConfirming, setIsConfirming] = useState<'no' | 'yes' | 'busy'>('no');
  const [outcome, setOutcome] = useState<Completed | null>(null);
  const [stopped, setStopped] = useState<{ title: string; error: unknown } | null>(null);
  const ids = [...selected];
  const orders = counted(ids.length, 'order');
  const needs = useCompletionNeeds(ids, isConfirming !== 'no');

  const complete = async (reason: string | undefined) => {
    setIsConfirming('busy');
    setStopped(null);
    let completed: Completed = { done: [], refused: [] };
    let error: unknown = null;
    try {
      completed = await completeOrders(needs.data ?? [], reason, (sofar) => (completed = sofar));
    } catch (failure) {
      error = failure;
    }
    await refresh();
    // Orders that were not completed stay selected.
    onChange(new Set(ids.filter((id) => !completed.done.includes(id))));
    const isAll = error === null && completed.refused.length === 0;
    setOutcome(isAll || error ? null : completed);
    setStopped(error ? { title: completedText(completed), error } : null);
    if (isAll)
      showToast({ title: `Orders ${orderStatusLabels.completed}`, description: completedText(completed) });
    // The page was left, so there is no notice and no selection that says which.
    else if (!isShown.current) {
      showToast({
        title: `Some Orders Not ${orderStatusLabels.completed}`,
        description: error ? `${completedText(completed)} ${errorSentence(error)}` : completedText(completed),
        note: notCompletedText(ids, completed),
        error,
        tone: 'destructive',
      });
    }
    // The dialog stays open with what was typed, to go on with the others.
    setIsConfirming(error ? 'yes' : 'no');
  };

  return (
    <>
      {outcome || ids.length > 0 ? (
        <div className="foot-bar stack gap-2">
          {outcome ? <Notice tone="warning" title={completedText(outcome)} /> : null}
          {ids.length > 0 ? (
            <SelectionBar label="Selected orders">
              <p role="status">
                <strong>{orders} selected</strong>
              </p>
              {ids.length > maxSlips ? (
                <Button variant="secondary" icon={<Printer />} disabled>
                  {`Packing slips: ${maxSlips} at most`}
                </Button>
              ) : (
                <>
                  <LinkButton variant="secondary" icon={<Printer />} to={pickListAddress(ids)}>
                    Pick list
                  </LinkButton>
                  <PdfLink address={packingSlipAddress(ids)}>Packing slips (PDF)</PdfLink>
                </>
              )}
              <Button
                variant="secondary"
                icon={<CheckCheck />}
                disabled={ids.length > maxCompletions}
                onClick={() => {
                  setOutcome(null);
                  setStopped(null);
                  setIsConfirming('yes');
                }}
              >
                {ids.length > maxCompletions ? `${completeLabel}: ${maxCompletions} at most` : completeLabel}
              </Button>
              <Button variant="quiet" icon={<X />} onClick={() => onChange(new Set())}>
                Clear selection
              </Button>
            </SelectionBar>
          ) : null}
        </div>
      ) : null}
      <CompleteDialog
        isOpen={isConfirming !== 'no'}
        title={`Mark ${orders} as ${orderStatusLabels.completed.toLowerCase()}?`}
        orders={needs.data ?? null}
        failure={
          stopped ?? (needs.error ? { title: 'We could not check these orders', error: needs.error } : null)
        }
        draft={[...ids].sort().join()}
        busy={isConfirming === 'busy'}
        onConfirm={(reason) => once(() => complete(reason))}
        onClose={() => setIsConfirming((now) => (now === 'busy' ? now : 'no'))}
      />
    </>
  );
}

/** What is missing before each of these orders can be completed. */
function useCompletionNeeds(ids: readonly string[], isWanted: boolean) {
  return useQuery({
    ...sqlQueryAlwaysStale(['completion-needs', ids], 'completion_needs', { p_order_ids: [...ids] }),
    enabled: isWanted,
  });
}
