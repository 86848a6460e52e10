import type { LiveHold } from '@contract/admin-overview.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { listedOrderNumber } from '@contract/order-number.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { heldForGuestsText } from '#dashboard/lib/held-for-guests.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useReleaseHolds } from './hold-queries.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './live-holds.module.css';

/** The holds of unpaid orders, largest first, each with a button to release it. */
export function LiveHolds({ holds }: { holds: LiveHold[] }) {
  const may = useMay();
  const release = useReleaseHolds();
  if (holds.length === 0)
    return <p className="muted">Nothing is on hold: every piece in stock can be ordered.</p>;
  const putBack = async (released: readonly LiveHold[]) => {
    await release.mutateAsync(released.map(({ orderId }) => orderId));
    showToast({
      title: 'Pieces Released',
      description: `They are on sale again. ${released.length === 1 ? 'The order itself stays' : 'The orders themselves stay'}.`,
    });
  };
  const ofGuests = holds.filter((hold) => hold.isOfGuest && hold.canBeReleased);
  const pieces = ofGuests.flatMap((hold) => hold.pieces).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      {ofGuests.length > 1 ? (
        <div className="row gap-3 spread">
          <strong>{heldForGuestsText({ pieces, orders: ofGuests.length })}</strong>
          {may('orders.write') ? (
            <RowAction
              variant="secondary"
              act={() => putBack(ofGuests)}
              failureTitle="Not released"
              headingId="holds"
            >
              Release All
            </RowAction>
          ) : null}
        </div>
      ) : null}
      <ol className={classNames('stack', styles.holds)}>
        {holds.map((hold) => (
          <li key={hold.orderId} className="row gap-3 spread pad-y-2 line-below">
            <span className="narrow breaks">
              <OrderLink id={hold.orderId} />, {hold.customerName}
              {hold.pieces.map(({ productId, name, quantity, stock }) => (
                <span key={productId} className="block">
                  {formatCount(quantity)} of {formatCount(stock)}: {name}
                </span>
              ))}
              <p className="muted">
                {`Ordered ${formatDayAndTime(hold.placedAt)}, on hold until ${formatDayAndTime(hold.heldUntil)}${
                  hold.canBeReleased ? '' : '; the bank has not decided about a payment'
                }`}
              </p>
            </span>
            {hold.canBeReleased && may('orders.write') ? (
              <RowAction
                variant="secondary"
                aria-label={`Release the pieces of ${listedOrderNumber(hold.orderId)}`}
                act={() => putBack([hold])}
                failureTitle="Not released"
                headingId="holds"
              >
                Release
              </RowAction>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}
