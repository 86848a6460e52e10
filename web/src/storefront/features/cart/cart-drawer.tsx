import { useEffect } from 'react';
import { Drawer } from '#components/overlays/drawer.tsx';
import { dismissToast } from '#components/overlays/toast.tsx';
import { useBackCloses } from '#lib/loading/use-back-closes.ts';
import { CartContents, type CartContentsProps, CartTotal } from './cart-contents.tsx';
import { closeCart, useCart } from './cart-store.ts';
import { useFreshLines } from './use-fresh-lines.ts';

/** The cart drawer of every shop page. */
export function CartDrawer(props: CartContentsProps) {
  const { items, isOpen } = useCart();
  const close = useBackCloses(isOpen, closeCart);
  useFreshLines(isOpen);
  // It would cover the total, and say what was in the cart before.
  useEffect(() => {
    if (isOpen) dismissToast();
  }, [isOpen]);
  return (
    <Drawer
      isOpen={isOpen}
      onClose={close}
      title="Shopping Cart"
      closeLabel="Close cart"
      footer={items.length > 0 ? <CartTotal /> : null}
    >
      <CartContents {...props} />
    </Drawer>
  );
}
