import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './modal.module.css';

export type ModalProps = {
  isOpen: boolean;
  /** Called on Esc and on the close button. */
  onClose: () => void;
  title: ReactNode;
  /** Stays at the foot while the content scrolls. */
  footer?: ReactNode;
  children?: ReactNode;
};

type FrameProps = ModalProps & {
  className: string;
  closeLabel?: string;
  /** A click beside it closes it too. */
  closesBeside?: boolean;
};

/**
 * What dialogs and drawers share: a head, content that scrolls and a foot, on a native dialog. The browser keeps the
 * focus inside, makes the page behind inert, closes on Esc and gives the focus back to where it was. The focus
 * begins at the element marked `data-first-focus`.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  footer,
  children,
  className,
  closeLabel = 'Close',
  closesBeside = false,
}: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      keepRoomOfScrollBar();
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
      className={classNames(styles.modal, className)}
      // Esc only asks: while something runs, the owner of the dialog keeps it open.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      // A dialog inside this one closes by itself.
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onClick={(event) => {
        // The dialog itself is hit only where its panel is not: on the backdrop.
        if (closesBeside && event.target === dialog.current) onClose();
      }}
    >
      {isOpen ? (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            <IconButton label={closeLabel} icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          <div className={styles.content}>{children}</div>
          {footer ? <div className={styles.foot}>{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}

/**
 * The page behind loses its scroll bar and would jump sideways by its width; a reserved gutter would show as an
 * empty strip beside a drawer. So the page keeps the bar's width free, and the drawer reaches the edge.
 */
function keepRoomOfScrollBar(): void {
  const { documentElement: root } = document;
  root.style.setProperty('--scroll-bar-width', `${window.innerWidth - root.clientWidth}px`);
}
