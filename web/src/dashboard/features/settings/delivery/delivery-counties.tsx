import { type ReactNode, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { formatKes } from '@contract/money.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import styles from '../settings.module.css';
import { CountyForm } from './county-form.tsx';
import { type CountySettings, useDeliveryCounties } from './county-queries.ts';

type DeliveryCountiesProps = {
  /** Renders the history of a county. */
  renderHistory: (countyId: string) => ReactNode;
};

/** Delivery times and prices by county. Collapsed, as they rarely change. */
export function DeliveryCounties({ renderHistory }: DeliveryCountiesProps) {
  const counties = useDeliveryCounties();
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <details className={styles.form}>
      <summary className="pad-y-2">
        <h3 className="inline-block">Delivery by county</h3>
      </summary>
      <div className="stack gap-4">
        <p className="muted">
          All pages and orders use this list. A change takes effect at once; orders that were placed keep what
          was quoted.
        </p>
        <Loaded query={counties} what="the counties" lines={6}>
          {(all) => (
            <ul className="card stack divided divided">
              {all.map((county) => (
                <li key={county.id} className="pad-row">
                  <div className="cluster spread gap-3">
                    <span>
                      <strong>{`${county.code} ${county.name}`}</strong>
                      <p className="muted">{countyText(county)}</p>
                    </span>
                    <Button
                      variant="quiet"
                      aria-expanded={openId === county.id}
                      aria-label={`Change the delivery to ${county.name}`}
                      onClick={() => setOpenId(openId === county.id ? null : county.id)}
                    >
                      {openId === county.id ? 'Close' : 'Change'}
                    </Button>
                  </div>
                  {openId === county.id ? (
                    <div className="stack gap-4">
                      <CountyForm county={county} onSaved={() => setOpenId(null)} />
                      {renderHistory(county.id)}
                    </div>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </details>
  );
}

/** The county's delivery in one line: `3-5 business days, KES 1,500-3,000`. */
function countyText({ daysFrom, daysTo, low, high, freeAbove, fixedPrice }: CountySettings): string {
  const days = daysFrom === daysTo ? `${daysTo}` : `${daysFrom}-${daysTo}`;
  return [
    `${days} ${days === '1' ? 'business day' : 'business days'}`,
    `${formatKes(low)}-${high.toLocaleString('en-KE')}`,
    freeAbove === null ? null : `free above ${formatKes(freeAbove)}`,
    fixedPrice === null ? null : `fixed price ${formatKes(fixedPrice)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
