import type { ErasureObstacle } from '@contract/own-data.ts';
import { Link } from 'react-router-dom';
import { Notice } from '#components/page/notice.tsx';
import { orderNumber } from '@contract/order-number.ts';

const reasons: Record<ErasureObstacle['reason'], string> = {
  delivery: 'is paid and not delivered yet.',
  payment: 'may still be paid. Cancel it, or wait until the bank has decided.',
  money: 'has money in question. We are looking at it.',
};

/** The orders that prevent erasing the account, each with its reason. */
export function ErasureObstacles({ obstacles }: { obstacles: readonly ErasureObstacle[] }) {
  return (
    // Rendered while empty: screen readers announce only changes.
    <div role="status">
      {obstacles.length > 0 ? (
        <Notice tone="info" announce="none" title="These orders prevent erasing your account">
          <ul>
            {obstacles.map(({ orderId, reason }) => (
              <li key={orderId}>
                <Link to={`/order-confirmation/${orderId}`}>Order #{orderNumber(orderId)}</Link>{' '}
                {reasons[reason]}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  );
}
