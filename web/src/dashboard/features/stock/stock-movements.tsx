import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { formatCents } from '@contract/money.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { signed, stockKindLabels } from './stock-text.ts';

/** Why a product's stock is what it is: its last movements. */
export function StockMovements({ productId }: { productId: string }) {
  return (
    <Loaded
      query={useSql('list_stock_movements', { p_product_id: productId })}
      what="the movements of the stock"
      lines={3}
    >
      {(movements) =>
        movements.length === 0 ? (
          <p className="muted">Nothing has moved yet.</p>
        ) : (
          <ul className="stack gap-2">
            {movements.map((movement, index) => (
              <li key={`${movement.at} ${index}`}>
                <span className="flex spread gap-3">
                  <span>
                    <strong className="tabular">{signed(movement.change)}</strong>{' '}
                    {stockKindLabels[movement.reason]}
                  </span>
                  <span className="tabular">{`${movement.stock} in stock`}</span>
                </span>
                <span className="block quiet breaks">
                  {[
                    formatDayAndTime(movement.at),
                    movement.supplier,
                    movement.reference,
                    movement.costCents === null ? null : `${formatCents(movement.costCents)} each`,
                    movement.byName,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {movement.orderId ? (
                    <>
                      {' · '}
                      <OrderLink id={movement.orderId} />
                    </>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
