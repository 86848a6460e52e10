import { Button } from '../forms/button.tsx';
import { classNames } from '../page/class-names.ts';
import { Modal, type ModalProps } from './modal.tsx';
import styles from './modal.module.css';

/** @property width `wide` for tables */
type DialogProps = ModalProps & { width?: 'narrow' | 'wide' };

/** A question or a form over the page. A click on the backdrop does not close it: what was typed would be lost. */
export function Dialog({ width = 'narrow', ...rest }: DialogProps) {
  return <Modal {...rest} className={classNames(styles.dialog, styles[width])} />;
}

type ConfirmDialogProps = Omit<ModalProps, 'footer'> & {
  confirmLabel: string;
  cancelLabel?: string;
  /** For actions that cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  /** Not yet possible to confirm. */
  disabled?: boolean;
  /** The id of the form that confirming submits; without one it calls `onConfirm`. */
  formId?: string;
  /** Whether Cancel has the initial focus: by default when there is no form to fill in. */
  focusesCancel?: boolean;
  onConfirm?: () => void;
};

/** Asks for confirmation of an action, or of a form. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  disabled,
  formId,
  focusesCancel = !formId,
  onConfirm,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      footer={
        <>
          <Button variant="secondary" data-first-focus={focusesCancel || undefined} onClick={rest.onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type={formId ? 'submit' : 'button'}
            form={formId}
            busy={busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
