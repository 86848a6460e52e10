import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useOnce } from '../../lib/use-once.ts';

type ConfirmActionProps = Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm'> & {
  /** What is done once it is confirmed; rejects when it failed. */
  act(): Promise<unknown>;
  /** Above the reason of a failure: `Not deleted`. */
  failureTitle: string;
};

/** Asks before something is done, does it once, and closes; after a failure it stays open and says why. */
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
