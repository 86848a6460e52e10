import { AccountMenu } from '#account/account-menu.tsx';
import { dropAccountCart } from '#storefront/features/cart/cart-store.ts';

/** The account menu. Signing out saves the account's cart and removes it from this browser. */
export function ShopAccountMenu({ variant }: { variant: 'bar' | 'sheet' }) {
  return <AccountMenu variant={variant} beforeSignOut={saveCart} afterSignOut={dropAccountCart} />;
}

async function saveCart(): Promise<void> {
  try {
    const { saveCartNow } = await import('#storefront/features/cart/account-cart.ts');
    await saveCartNow();
  } catch {
    // No connection: the sign-out itself will report it.
  }
}
