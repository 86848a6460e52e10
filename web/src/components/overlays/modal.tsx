import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../page/class-names.ts';
import { IconButton } from '../forms/icon-button.tsx';
import styles from './modal.module.css';

export type ModalProps = {
  isOpen: boolean;
  /** Called on Esc and on the close button. */
  onClose: () => void;
  title: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  children?: ReactNode;
};

type FrameProps = ModalProps & {
  className: string;
  closeLabel?: string;
  /** A click on the backdrop closes it too. */
  closesOnBackdrop?: boolean;
};

/**
 * The base of dialogs and drawers: a header, scrolling content and a footer in a native dialog. The browser traps the
 * focus, makes the page behind inert, closes on Esc and restores the focus. The initial focus is on the element
 * marked `data-first-focus`.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  footer,
  children,
  className,
  closeLabel = 'Close',
  closesOnBackdrop = false,
}: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      reserveScrollBarWidth();
      element.showModal();
      // By default the close button would get the initial focus.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    if (!isOpen && element.open) element.close();
  }, [isOpen]);
  // One that leaves while it is open gives the focus back, too.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames('ink', styles.modal, className)}
      // Esc only requests closing: while an action runs, the parent keeps the dialog open.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      // A dialog inside this one closes by itself. The event comes with the next frame: this one may be open again.
      onClose={(event) => {
        if (event.target === dialog.current && !dialog.current.open) onClose();
      }}
      onClick={(event) => {
        // The target is the dialog itself only on the backdrop.
        if (closesOnBackdrop && event.target === dialog.current) onClose();
      }}
    >
      {isOpen ? (
        <div className={`flex narrow ${styles.panel}`}>
          <div className={`row gap-3 spread line-below ${styles.head}`}>
            <h2 id={titleId} className="size-h4" tabIndex={-1}>
              {title}
            </h2>
            <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
          </div>
          <div className={`pad-4 ${styles.content}`}>{children}</div>
          {footer ? (
            <div data-foot className={`line-above raised ${styles.foot}`}>
              {footer}
            </div>
          ) : null}
        </div>
      ) : null}
    </dialog>
  );
}

/**
 * The page behind loses its scroll bar and would jump sideways by its width, so it gets padding of that width. A
 * reserved gutter would show as an empty strip beside a drawer.
 */
function reserveScrollBarWidth(): void {
  const { documentElement: root } = document;
  root.style.setProperty('--scroll-bar-width', `${window.innerWidth - root.clientWidth}px`);
}
