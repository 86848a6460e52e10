import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useLiveHolds } from '#dashboard/features/orders/holds/hold-queries.ts';
import { LiveHolds } from '#dashboard/features/orders/holds/live-holds.tsx';

/** `/admin/orders/holds`: the reserved pieces while their buyers pay. */
export function HoldsPage() {
  return (
    <div className="stack gap-4">
      <BackLink to="/admin/orders">Orders</BackLink>
      <h2 id="holds" tabIndex={-1}>
        Reserved for buyers who are paying
      </h2>
      <p className="muted">
        Kept for buyers who are paying. Released pieces are on sale at once and are not kept for that order
        again; it can still be paid while the shop has enough.
      </p>
      <Loaded query={useLiveHolds()} what="the reserved pieces" lines={4}>
        {(holds) => <LiveHolds holds={holds} />}
      </Loaded>
    </div>
  );
}
