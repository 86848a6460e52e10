import type { Order } from '@contract/orders.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { headingIdOf } from './order-card.tsx';
import { ordersInPage, useOlderOrders } from './orders-queries.ts';

type OrderCardsProps = {
  /** A page of `useOrders` or `useOlderOrders`. */
  orders: readonly Order[];
  renderCard: (order: Order) => ReactNode;
};

/** A page of orders, and a button for the next one. */
export function OrderCards({ orders, renderCard }: OrderCardsProps) {
  const shown = orders.slice(0, ordersInPage);
  const last = orders.length > ordersInPage ? shown.at(-1) : undefined;
  return (
    <>
      {shown.map(renderCard)}
      {last ? <OlderOrders last={last} renderCard={renderCard} /> : null}
    </>
  );
}

/** The orders before the last one that is shown, once somebody wants to see them. */
function OlderOrders({ last, renderCard }: { last: Order; renderCard: OrderCardsProps['renderCard'] }) {
  const [isAsked, setIsAsked] = useState(false);
  const orders = useOlderOrders(last, isAsked);
  const firstId = orders.data?.[0]?.id;
  useEffect(() => {
    // The button had the focus.
    if (isAsked && firstId) document.getElementById(headingIdOf(firstId))?.focus({ preventScroll: true });
  }, [isAsked, firstId]);
  if (orders.data) return <OrderCards orders={orders.data} renderCard={renderCard} />;
  if (orders.isError)
    return (
      <LoadFailure title={`Error loading orders: ${errorSentence(orders.error)}`} query={orders}>
        Your orders are not affected.
      </LoadFailure>
    );
  return (
    <Button variant="secondary" busy={isAsked} onClick={() => setIsAsked(true)}>
      Show more orders
    </Button>
  );
}
