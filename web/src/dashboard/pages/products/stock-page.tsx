import { StockEntry } from '#dashboard/features/stock/stock-entry.tsx';

/** `/admin/products/stock`: goods that came in, a stock-take, and what broke. */
export function StockPage() {
  return (
    <div className="stack gap-4">
      <h2>Stock</h2>
      <StockEntry />
    </div>
  );
}
