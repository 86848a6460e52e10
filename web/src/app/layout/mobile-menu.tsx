import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Drawer } from '#components/overlays/drawer.tsx';
import { useBackCloses } from '#lib/loading/use-back-closes.ts';
import { MenuContents } from './menu-contents.tsx';

type MobileMenuProps = { isOpen: boolean; onClose: () => void };

/** Categories, account and service pages for small screens. Closes after each choice, and with Back. */
export function MobileMenu({ isOpen, onClose }: MobileMenuProps) {
  const close = useBackCloses(isOpen, onClose);
  const { key } = useLocation();
  /** The page at which it was opened. The address changes at once, `key` when the page is loaded. */
  const openedAt = useRef<string>(null);
  useEffect(() => {
    if (isOpen) openedAt.current = keyOfAddress();
  }, [isOpen]);
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (key !== openedAt.current) onClose();
  }, [key]); // oxlint-disable-line react/exhaustive-deps -- only a navigation closes it

  return (
    <Drawer isOpen={isOpen} onClose={close} title="Menu" side="left" closeLabel="Close menu">
      <MenuContents onChoose={onClose} />
    </Drawer>
  );
}

/** The key that the router gives the present entry of the browser's history. */
const keyOfAddress = () => (window.history.state as { key?: string } | null)?.key ?? 'default';
