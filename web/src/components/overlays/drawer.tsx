import { classNames } from '../page/class-names.ts';
import { Modal, type ModalProps } from './modal.tsx';
import styles from './modal.module.css';

type DrawerProps = ModalProps & { side?: 'left' | 'right'; closeLabel?: string };

/** A panel from the edge of the screen. A click on the backdrop closes it too. */
export function Drawer({ side = 'right', ...rest }: DrawerProps) {
  return <Modal {...rest} closesOnBackdrop className={classNames(styles.drawer, styles[side])} />;
}
