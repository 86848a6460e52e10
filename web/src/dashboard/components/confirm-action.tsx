import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useOnce } from '../../lib/use-once.ts';

type ConfirmActionProps = Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm'> & {
  /** The confirmed action; rejects when it fails. */
  act(): Promise<unknown>;
  /** The title above the reason of a failure: `Not deleted`. */
  failureTitle: string;
};

/** A confirmation dialog: runs the action once and closes; after a failure it stays open and shows the reason. */
export function ConfirmAction({ act, failureTitle, onClose, children, ...dialog }: ConfirmActionProps) {
  const once = useOnce();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const confirm = () =>
    once(async () => {
      setIsBusy(true);
      setFailure(null);
      try {
        await act();
        close();
      } catch (error) {
        setFailure(error);
      } finally {
        setIsBusy(false);
      }
    });
  return (
    <ConfirmDialog {...dialog} busy={isBusy} onConfirm={confirm} onClose={close}>
      {children}
      {failure ? (
        <Notice tone="error" title={failureTitle} error={failure}>
          {errorSentence(failure)}
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
