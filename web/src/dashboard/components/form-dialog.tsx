import { type ComponentProps, useId, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { FormOfDialog } from '#dashboard/lib/use-form.ts';

type FormDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'formId' | 'busy' | 'onConfirm'>;

/** A dialog around a form of `useForm`, which closes it once it is sent: what is typed lasts as long as it is open. */
export function FormDialog({ children, onClose, ...dialog }: FormDialogProps) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const closings = useRef(0);
  const { confirmLabel } = dialog;
  const form = useMemo(
    () => ({ id, setIsBusy, closings, close: onClose, confirmLabel }),
    [id, onClose, confirmLabel],
  );
  const close = () => {
    closings.current += 1;
    onClose();
  };
  return (
    <ConfirmDialog {...dialog} formId={id} busy={isBusy} onClose={close}>
      <FormOfDialog value={form}>{children}</FormOfDialog>
    </ConfirmDialog>
  );
}
