import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { formatKes } from '@contract/money.ts';
import { MutedText, Row, Stack } from '../../../components/layout.tsx';
import { Loaded } from '../../../components/query-state.tsx';
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
      <summary className={styles.summary}>
        <h3>Delivery by county</h3>
      </summary>
      <Stack gap={4}>
        <MutedText>
          All pages and orders use this list. A change takes effect at once; orders that were placed keep what
          was quoted.
        </MutedText>
        <Loaded query={counties} what="the counties" lines={6}>
          {(all) => (
            <ul className={styles.list}>
              {all.map((county) => (
                <li key={county.id} className={styles.item}>
                  <Row gap={3} spread>
                    <span>
                      <strong>{`${county.code} ${county.name}`}</strong>
                      <MutedText>{countyText(county)}</MutedText>
                    </span>
                    <Button
                      variant="quiet"
                      aria-expanded={openId === county.id}
                      aria-label={`Change the delivery to ${county.name}`}
                      onClick={() => setOpenId(openId === county.id ? null : county.id)}
                    >
                      {openId === county.id ? 'Close' : 'Change'}
                    </Button>
                  </Row>
                  {openId === county.id ? (
                    <Stack gap={4}>
                      <CountyForm county={county} onSaved={() => setOpenId(null)} />
                      {renderHistory(county.id)}
                    </Stack>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Stack>
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
