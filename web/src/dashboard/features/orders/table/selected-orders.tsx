import { CheckCheck, Printer, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, LinkButton } from '../../../../components/button.tsx';
import { ConfirmDialog } from '../../../../components/dialog.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { useRefreshAdmin } from '../../../lib/use-admin-rows.ts';
import { slipsAddress } from '../print/slips-address.ts';
import { type Completed, completedWords, completeOrders } from './complete-orders.ts';
import styles from './orders-table.module.css';

type SelectedOrdersProps = {
  selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
};

/** What can be done with several orders at once: their packing slips, and completing them. */
export function SelectedOrders({ selected, onChange }: SelectedOrdersProps) {
  const refresh = useRefreshAdmin();
  const isUnderWay = useRef(false);
  const [asking, setAsking] = useState<'no' | 'yes' | 'busy'>('no');
  const [outcome, setOutcome] = useState<{ completed: Completed; error: unknown } | null>(null);
  const ids = [...selected];

  const complete = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setAsking('busy');
    let completed: Completed = { done: [], refused: [] };
    let error: unknown = null;
    try {
      completed = await completeOrders(ids, (sofar) => (completed = sofar));
    } catch (failure) {
      error = failure;
    }
    await refresh();
    // What is not done is still chosen.
    onChange(new Set(ids.filter((id) => !completed.done.includes(id))));
    const isAll = error === null && completed.refused.length === 0;
    setOutcome(isAll ? null : { completed, error });
    if (isAll) showToast({ title: 'Orders Completed', description: completedWords(completed) });
    setAsking('no');
    isUnderWay.current = false;
  };

  return (
    <>
      {outcome || ids.length > 0 ? (
        <div className={styles.foot}>
          {outcome ? (
            <Notice tone={outcome.error ? 'error' : 'warning'} title={completedWords(outcome.completed)}>
              {outcome.error
                ? `${errorSentence(outcome.error)} The others are still selected: try again.`
                : null}
            </Notice>
          ) : null}
          {ids.length > 0 ? (
            <section aria-label="Selected orders" className={styles.selected}>
              <p role="status" className={styles.selectedCount}>
                {ids.length === 1 ? '1 order selected' : `${ids.length} orders selected`}
              </p>
              <LinkButton variant="secondary" icon={<Printer aria-hidden="true" />} to={slipsAddress(ids)}>
                Packing slips
              </LinkButton>
              <Button
                variant="secondary"
                icon={<CheckCheck aria-hidden="true" />}
                onClick={() => {
                  setOutcome(null);
                  setAsking('yes');
                }}
              >
                Mark as Completed
              </Button>
              <Button variant="quiet" icon={<X aria-hidden="true" />} onClick={() => onChange(new Set())}>
                Clear selection
              </Button>
            </section>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        isOpen={asking !== 'no'}
        title={ids.length === 1 ? 'Mark 1 order as completed?' : `Mark ${ids.length} orders as completed?`}
        confirmLabel="Mark as Completed"
        busy={asking === 'busy'}
        onConfirm={() => void complete()}
        onClose={() => setAsking((now) => (now === 'busy' ? now : 'no'))}
      >
        <p>
          Those that are paid become completed, which cannot be undone. Those that are not paid stay as they
          are.
        </p>
      </ConfirmDialog>
    </>
  );
}
