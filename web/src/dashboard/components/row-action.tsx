import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showFailure } from '#components/overlays/toast.tsx';
import { useOnce } from '#lib/forms/use-once.ts';
import { useRefreshAdmin } from '../lib/admin-queries.ts';

type RowActionProps<Reply> = Omit<ComponentProps<typeof Button>, 'busy' | 'className' | 'onClick'> & {
  /** The action; rejects when it fails. */
  act(): Promise<Reply>;
  /** Called once it is done and the screen shows it. */
  onDone?(reply: Reply): void;
  /** The title above the reason of a failure: `Not removed`. */
  failureTitle: string;
  /** Of a row that leaves its list: the id of the heading that gets the focus once it is gone. */
  headingId?: string;
};

/** The button of an action, such as that of a row which then leaves its list. Every one acts by itself. */
export function RowAction<Reply>({ act, onDone, failureTitle, headingId, ...button }: RowActionProps<Reply>) {
  const once = useOnce();
  const refresh = useRefreshAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const isDone = useRef(false);
  useEffect(
    () => () => {
      if (isDone.current) focusIfLost(headingId);
    },
    [headingId],
  );
  const press = () =>
    once(async () => {
      setIsBusy(true);
      try {
        const reply = await act();
        await refresh();
        onDone?.(reply);
        // The row may be gone before that or after it.
        isDone.current = true;
        focusIfLost(headingId);
      } catch (error) {
        showFailure(failureTitle, error);
        // Somebody else's change may be why.
        void refresh();
      } finally {
        setIsBusy(false);
      }
    });
  return <Button {...button} className="rigid" busy={isBusy} onClick={press} />;
}

/** The focus was lost with the row, unless the user has moved it. */
function focusIfLost(headingId: string | undefined): void {
  if (headingId && document.activeElement === document.body) document.getElementById(headingId)?.focus();
}
