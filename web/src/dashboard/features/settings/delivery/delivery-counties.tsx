import { type ReactNode, useState } from 'react';
import { classNames } from '#components/page/class-names.ts';
import { deliveryZones } from '@contract/delivery.ts';
import { Button } from '#components/forms/button.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { formatKes } from '@contract/money.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import styles from '../settings.module.css';
import { CountyForm } from './county-form.tsx';
import { zoneNames } from './typed-county.ts';
import type { CountySettings } from '@contract/delivery.ts';
import { useDeliveryCounties } from './county-queries.ts';

type DeliveryCountiesProps = {
  /** Renders the history of a county. */
  renderHistory: (countyId: string) => ReactNode;
};

/** Delivery times and prices by zone: what most of its counties have, then the counties, those that differ first. */
export function DeliveryCounties({ renderHistory }: DeliveryCountiesProps) {
  const counties = useDeliveryCounties();
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <Loaded query={counties} what="the counties" lines={6}>
      {(all) =>
        deliveryZones.map((zone) => {
          const inZone = all.filter((county) => county.zone === zone);
          const usual = usualText(inZone);
          const differs = (county: CountySettings) => countyText(county) !== usual;
          return (
            <section key={zone} className="stack gap-2" aria-labelledby={`zone-${zone}`}>
              <h3 id={`zone-${zone}`}>{zoneNames[zone]}</h3>
              <p>{unbroken(usual)}</p>
              <ul className={classNames('stack gap-2', styles.counties)}>
                {[...inZone.filter(differs), ...inZone.filter((county) => !differs(county))].map((county) => (
                  <li
                    key={county.id}
                    className={classNames('card pad-row', openId === county.id && 'whole-row')}
                  >
                    <div className="flex spread gap-3 align-top">
                      <span>
                        <strong>{`${county.code} ${county.name}`}</strong>
                        {differs(county) ? <p className="muted">{unbroken(countyText(county))}</p> : null}
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
            </section>
          );
        })
      }
    </Loaded>
  );
}

/** What most of these counties have. */
function usualText(counties: readonly CountySettings[]): string {
  const texts = counties.map(countyText);
  const times = (text: string) => texts.filter((one) => one === text).length;
  return texts.toSorted((one, other) => times(other) - times(one))[0] ?? 'No county is in this zone.';
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
