import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Drawer } from '../../components/drawer.tsx';
import { Later } from '../../components/later.tsx';
import { laterPart } from '../../lib/later-part.ts';

type MobileMenuProps = { isOpen: boolean; onClose: () => void };

const menuCode = laterPart(() => import('./menu-contents.tsx'));

/** Categories, account and service pages for small screens. Closes after each choice. */
export function MobileMenu({ isOpen, onClose }: MobileMenuProps) {
  const { key } = useLocation();
  useEffect(onClose, [key]); // eslint-disable-line react-hooks/exhaustive-deps -- only a navigation closes it

  return (
    <Drawer isOpen={isOpen} onClose={onClose} title="Menu" side="left" closeLabel="Close menu">
      <Later part={menuCode} label="Loading the menu">
        {({ MenuContents }) => <MenuContents onChoose={onClose} />}
      </Later>
    </Drawer>
  );
}
