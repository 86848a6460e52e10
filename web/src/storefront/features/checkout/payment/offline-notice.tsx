import { useEffect, useRef } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import type { RetryState } from '#lib/api/use-retry-when-online.ts';

/**
 * A notice that an order could not be sent without a connection, and what happens to it. Must be inside the
 * checkout's form.
 */
export function OfflineNotice({ wait }: { wait: Exclude<RetryState, 'none'> }) {
  // The button is always on screen, the notice may not be.
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'center' });
  }, []);
  return <div ref={container}>{wait === 'waiting' ? <Waiting /> : <Asking />}</div>;
}

const Waiting = () => (
  <Notice tone="warning" announce="alert" title="No connection">
    Ordering needs a connection. Nothing you typed is lost and your cart is kept. Leave this page open: it
    continues by itself when the connection is back within two minutes, and never places a second order.
  </Notice>
);

const Asking = () => (
  <Notice
    tone="warning"
    announce="alert"
    title="Your order is not confirmed yet"
    action={<Button type="submit">Send the order now</Button>}
  >
    There was no connection, and the order will not be sent automatically. Nothing you typed is lost and your
    cart is kept. You can safely send it when the connection is back: it does not place a second order.
  </Notice>
);
