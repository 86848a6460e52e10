import {
  type ComponentProps,
  createContext,
  type FormEvent,
  useContext,
  useId,
  useMemo,
  useState,
} from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { useTypedForm } from '#lib/forms/use-typed-form.ts';

const FormOfDialog = createContext({ id: '', isBusy: false, setIsBusy: (_: boolean) => {} });

type FormDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'formId' | 'busy' | 'onConfirm'>;

/** A dialog that sends a form. What is typed lasts as long as it is open, and it is busy while the form is sent. */
export function FormDialog({ children, ...dialog }: FormDialogProps) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const form = useMemo(() => ({ id, isBusy, setIsBusy }), [id, isBusy]);
  return (
    <ConfirmDialog {...dialog} formId={id} busy={isBusy}>
      <FormOfDialog value={form}>{children}</FormOfDialog>
    </ConfirmDialog>
  );
}

/** For a form in a `FormDialog`: its id, and what runs with the dialog being busy. */
export function useFormOfDialog() {
  const { setIsBusy, ...form } = useContext(FormOfDialog);
  function whileBusy<Reply>(send: () => Promise<Reply>): Promise<Reply> {
    setIsBusy(true);
    return send().finally(() => setIsBusy(false));
  }
  return { ...form, whileBusy };
}

/** `useTypedForm` in a `FormDialog`. */
export function useDialogForm() {
  const { id, isBusy, whileBusy } = useFormOfDialog();
  const { props, submit, isTried } = useTypedForm(isBusy);
  return {
    props: { ...props, id, className: 'stack gap-4' },
    submit: (send: () => Promise<unknown>, event: FormEvent) => submit(() => whileBusy(send), event),
    isTried,
  };
}
