import { type ComponentProps, useId, useMemo, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { FormOfDialog } from '#dashboard/lib/use-form.ts';

type FormDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'formId' | 'busy' | 'onConfirm'>;

/** A dialog around a form of `useForm`: what is typed lasts as long as it is open. */
export function FormDialog({ children, ...dialog }: FormDialogProps) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const form = useMemo(() => ({ id, setIsBusy }), [id]);
  return (
    <ConfirmDialog {...dialog} formId={id} busy={isBusy}>
      <FormOfDialog value={form}>{children}</FormOfDialog>
    </ConfirmDialog>
  );
}
