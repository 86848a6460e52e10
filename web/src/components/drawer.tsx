import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './drawer.module.css';
import { IconButton } from './icon-button.tsx';

type DrawerProps = {
  isOpen: boolean;
  /** Called on Esc, on the close button and on a click beside the drawer. */
  onClose: () => void;
  title: ReactNode;
  side?: 'left' | 'right';
  /** Stays at the foot while the content scrolls. */
  footer?: ReactNode;
  closeLabel?: string;
  children: ReactNode;
};

/**
 * A panel from the edge on a native dialog: the browser keeps the focus inside, makes the page
 * behind inert, closes on Esc and gives the focus back to where it was.
 */
export function Drawer({
  isOpen,
  onClose,
  title,
  side = 'right',
  footer,
  closeLabel,
  children,
}: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      keepRoomOfScrollBar();
      element.showModal();
    }
    if (!isOpen && element.open) element.close();
  }, [isOpen]);

  // The dialog itself is hit only where its panel is not: on the backdrop.
  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles.drawer, styles[side])}
      onClose={onClose}
      onClick={onClick}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label={closeLabel ?? 'Close'} icon={<X aria-hidden="true" />} onClick={onClose} />
        </div>
        <div className={styles.content}>{isOpen ? children : null}</div>
        {isOpen && footer ? <div className={styles.foot}>{footer}</div> : null}
      </div>
    </dialog>
  );
}

/**
 * The page behind loses its scroll bar and would jump sideways by its width; a reserved gutter would show as an
 * empty strip beside the drawer. So the page is told how wide the bar was, and the drawer reaches the edge.
 */
function keepRoomOfScrollBar(): void {
  const { documentElement: root } = document;
  root.style.setProperty('--scroll-bar-width', `${window.innerWidth - root.clientWidth}px`);
}
