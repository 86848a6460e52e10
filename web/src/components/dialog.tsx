import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Modal, type ModalProps } from './modal.tsx';
import styles from './modal.module.css';

/** @property width `wide` for tables */
type DialogProps = ModalProps & { width?: 'narrow' | 'wide' };

/** A question or a form over the page. A click on the backdrop does not close it: what was typed would be lost. */
export function Dialog({ width = 'narrow', ...rest }: DialogProps) {
  return <Modal {...rest} className={classNames(styles.dialog, styles[width])} />;
}

type ConfirmDialogProps = {
  isOpen: boolean;
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** For actions that cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen; failures are shown here too. */
  children?: ReactNode;
};

/** Asks for confirmation of an action. Cancel has the initial focus. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      footer={
        <>
          <Button variant="secondary" data-first-focus onClick={rest.onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
