import type { Order } from '@contract/orders.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { ordersInPage, useOrders } from './orders-queries.ts';

type OrderCardsProps = {
  /** A page of `useOrders`. */
  orders: readonly Order[];
  renderCard: (order: Order) => ReactNode;
};

/** A page of orders, and a button for the next one. */
export function OrderCards({ orders, renderCard }: OrderCardsProps) {
  const [isMoreShown, setIsMoreShown] = useState(false);
  const shown = orders.slice(0, ordersInPage);
  const last = orders.length > ordersInPage ? shown.at(-1) : undefined;
  return (
    <>
      {shown.map(renderCard)}
      {last ? (
        isMoreShown ? (
          <MoreOrders last={last} renderCard={renderCard} />
        ) : (
          <MoreButton onClick={() => setIsMoreShown(true)} />
        )
      ) : null}
    </>
  );
}

/** The orders after the last one that is shown. */
function MoreOrders({ last, renderCard }: { last: Order; renderCard: (order: Order) => ReactNode }) {
  const orders = useOrders(last);
  if (orders.data) return <OrderCards orders={orders.data} renderCard={renderCard} />;
  return orders.isError ? (
    <LoadFailure title={`Error loading orders: ${errorSentence(orders.error)}`} query={orders}>
      Your orders are not affected.
    </LoadFailure>
  ) : (
    <MoreButton busy />
  );
}

const MoreButton = (props: { busy?: boolean; onClick?: () => void }) => (
  <Button variant="secondary" {...props}>
    Show more orders
  </Button>
);
