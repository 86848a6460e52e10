import { Drawer } from '../../../components/drawer.tsx';
import { Later } from '../../../components/later.tsx';
import { laterPart, useLaterPart } from '../../../lib/later-part.ts';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import type { CartContentsProps } from './cart-contents.tsx';
import { closeCart, useCart } from './cart-store.ts';

const cartCode = laterPart(() => import('./cart-contents.tsx'));

/** The cart at the side of every shop page: its frame opens at once, what is in it comes with the first touch. */
export function CartDrawer(props: CartContentsProps) {
  const { items, isOpen } = useCart();
  const close = useBackCloses(isOpen, closeCart);
  const code = useLaterPart(cartCode);
  return (
    <Drawer
      isOpen={isOpen}
      onClose={close}
      title="Shopping Cart"
      closeLabel="Close cart"
      footer={code && items.length > 0 ? <code.CartTotal /> : null}
    >
      <Later part={cartCode} label="Loading your cart">
        {({ CartContents }) => <CartContents {...props} />}
      </Later>
    </Drawer>
  );
}
