import { type ComponentProps, type ReactNode, useEffect, useId } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import type { useForm } from '#dashboard/lib/use-form.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { NotSaved } from './not-saved.tsx';

type FormDialogProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'formId' | 'busy' | 'onConfirm'
> & {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'dialog' | 'failure' | 'isBusy'>;
  /** What did not happen when it fails: `The refund is not recorded`. */
  failureTitle: string;
  /** Why, where it has words of its own. */
  reason?: string | undefined;
  onKeyDown?: ComponentProps<'form'>['onKeyDown'];
  /** Below the form. */
  after?: ReactNode;
};

/** A dialog with a form of `useForm`, open as long as it is there: it is closed once the form is sent. */
export function FormDialog({
  form,
  failureTitle,
  reason,
  onKeyDown,
  after,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const shown = useLatest(dialog);
  const { dialog: dialogRef } = form;
  useEffect(() => {
    dialogRef.current = shown;
    return () => {
      dialogRef.current = null;
    };
  }, [dialogRef, shown]);
  return (
    <ConfirmDialog {...dialog} isOpen formId={id} busy={form.isBusy}>
      <form {...form.props} id={id} className="stack gap-4" onKeyDown={onKeyDown}>
        {children}
        <NotSaved title={failureTitle} error={form.failure} reason={reason} />
      </form>
      {after}
    </ConfirmDialog>
  );
}
