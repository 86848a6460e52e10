import type { QueryClient } from '@tanstack/react-query';
import { showToast } from '#components/overlays/toast.tsx';
import { addToCart, piecesOfProduct, updateQuantity } from '#storefront/features/cart/cart-store.ts';
import { shortfallMessage } from '#storefront/features/cart/shortfall-message.ts';
import { setCompared } from '#storefront/features/catalogue/compare/compared-products.ts';
import { type EarlyPress, takeEarlyPress } from '#storefront/lib/early-presses.ts';
import { productPageQuery } from '#storefront/lib/product-page-query.ts';

// Loaded only where there is something to carry out.

/** Carries out what was pressed on the page before this one, each once, and says so with an Undo. */
export async function carryOutPresses(
  presses: readonly EarlyPress[],
  queryClient: QueryClient,
): Promise<void> {
  const done = await Promise.all(presses.map((press) => carryOut(press, queryClient)));
  const undoes = done.flatMap((one) => one ?? []);
  if (undoes.length === 0) return;
  const isOfCart = undoes.some(({ title }) => title === addedToCart);
  const names = undoes.map(({ name }) => name);
  showToast({
    title: isOfCart ? addedToCart : addedToComparison,
    description: `${names.join(', ')}: as you pressed on the page before.`,
    note: <Undo undoes={undoes} />,
  });
}

const addedToCart = 'Added to cart';
const addedToComparison = 'Added to the comparison';

type Done = { title: string; name: string; undo: () => void };

/** Null when it is not possible any more, and was not wanted any more when the shop had answered. */
async function carryOut({ act, pieces }: EarlyPress, queryClient: QueryClient): Promise<Done | null> {
  const [kind, name = ''] = act.split(' ');
  const page = await queryClient.fetchQuery(productPageQuery(name)).catch(() => null);
  if (!page || !takeEarlyPress(act)) return null;
  const { product } = page;
  if (kind === 'compare') {
    if (!setCompared(product, true)) return null;
    return { title: addedToComparison, name: product.name, undo: () => void setCompared(product, false) };
  }
  const before = piecesOfProduct(product.id);
  const refusal = shortfallMessage(addToCart(product, pieces), product);
  if (piecesOfProduct(product.id) > before)
    return { title: addedToCart, name: product.name, undo: () => void updateQuantity(product.id, before) };
  showToast({ title: 'Nothing added', description: refusal ?? undefined, tone: 'info' });
  return null;
}

function Undo({ undoes }: { undoes: readonly Done[] }) {
  const undo = () => {
    for (const one of undoes) one.undo();
    showToast({ title: 'Undone', tone: 'info' });
  };
  return (
    <button type="button" className="link-button target" onClick={undo}>
      Undo
    </button>
  );
}
