import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Called on Esc and on the close button. Not on a click beside it: what was typed would be lost. */
  onClose: () => void;
  title: ReactNode;
  /** Buttons at the foot, which stay while the content scrolls. */
  footer?: ReactNode;
  /** `wide` for tables. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
};

/**
 * A question or a form over the page, on a native dialog: focus inside, Esc closes, focus returns. It begins
 * at the element marked `data-first-focus`.
 */
export function Dialog({ isOpen, onClose, title, footer, width = 'narrow', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      element.showModal();
      // By itself it would begin with the button that closes it.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    if (!isOpen && element.open) element.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, styles[width])}
      onClose={onClose}
    >
      {isOpen ? (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          <div className={styles.content}>{children}</div>
          {footer ? <div className={styles.foot}>{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}

type ConfirmDialogProps = {
  isOpen: boolean;
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** What cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen; also where a failure is told. */
  children?: ReactNode;
};

/** Asks before something is done. The way back has the focus first. */
export function ConfirmDialog({
  isOpen,
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" data-first-focus onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
