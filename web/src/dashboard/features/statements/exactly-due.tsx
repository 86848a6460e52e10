import { OrderLink } from '#dashboard/components/order-link.tsx';

/** Goes on after what is said of a line: the order whose number it has and whose sum it is. */
export function ExactlyDue({ orderId }: { orderId: string | null }) {
  if (orderId === null) return null;
  return (
    <>
      {'. It is exactly what is due for '}
      <OrderLink id={orderId} />
    </>
  );
}
