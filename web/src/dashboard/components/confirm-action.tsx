import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showFailure } from '#components/overlays/toast.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { useRefreshAdmin } from '../lib/admin-queries.ts';
import { isOutcomeUnknown } from '../lib/is-outcome-unknown.ts';

type ConfirmActionProps<Reply> = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'busy' | 'onConfirm'
> & {
  /** The confirmed action; rejects when it fails. */
  act(): Promise<Reply>;
  /** Called once it is done and the screen shows it. The dialog is closed then, unless this returns true. */
  onDone?(reply: Reply): unknown;
  /** The title above the reason of a failure: `Not deleted`. */
  failureTitle: string;
};

/**
 * A confirmation dialog, open as long as it is there: runs the action once and closes; after a failure it stays open and
 * shows the reason. A failure after it was closed is a toast.
 */
export function ConfirmAction<Reply>({
  act,
  onDone,
  failureTitle,
  children,
  ...dialog
}: ConfirmActionProps<Reply>) {
  const once = useOnce();
  const refresh = useRefreshAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const confirm = () =>
    once(async () => {
      setIsBusy(true);
      setFailure(null);
      try {
        const reply = await act();
        await refresh();
        const stays = onDone?.(reply) === true;
        if (isOpen.current && !stays) dialog.onClose();
      } catch (error) {
        if (isOpen.current) setFailure(error);
        else showFailure(failureTitle, error);
        // Somebody else's change may be why.
        void refresh();
      } finally {
        setIsBusy(false);
      }
    });
  return (
    <ConfirmDialog {...dialog} isOpen busy={isBusy} onConfirm={confirm}>
      {children}
      {failure ? (
        <Notice
          tone="error"
          title={isOutcomeUnknown(failure) ? 'No answer came' : failureTitle}
          error={failure}
        >
          {errorSentence(failure)}
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
