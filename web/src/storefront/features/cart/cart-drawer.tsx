import { Drawer } from '../../../components/drawer.tsx';
import { Deferred } from '../../../components/deferred.tsx';
import { deferredPart, useDeferredPart } from '../../../lib/deferred-part.ts';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import type { CartContentsProps } from './cart-contents.tsx';
import { closeCart, useCart } from './cart-store.ts';

const cartCode = deferredPart(() => import('./cart-contents.tsx'));

/** The cart drawer of every shop page: its frame opens at once, its contents are loaded at the first interaction. */
export function CartDrawer(props: CartContentsProps) {
  const { items, isOpen } = useCart();
  const close = useBackCloses(isOpen, closeCart);
  const code = useDeferredPart(cartCode);
  return (
    <Drawer
      isOpen={isOpen}
      onClose={close}
      title="Shopping Cart"
      closeLabel="Close cart"
      footer={code && items.length > 0 ? <code.CartTotal /> : null}
    >
      <Deferred part={cartCode} label="Loading your cart">
        {({ CartContents }) => <CartContents {...props} />}
      </Deferred>
    </Drawer>
  );
}
