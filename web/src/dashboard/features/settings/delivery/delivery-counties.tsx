import { type CountySettings, deliveryZones } from '@contract/delivery.ts';
import { formatKes } from '@contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { classNames } from '#components/page/class-names.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { sqlQueryAlwaysStale } from '#dashboard/lib/admin-queries.ts';
import { SelectionBar } from '#dashboard/components/selection-bar.tsx';
import styles from '../settings.module.css';
import { CountiesDialog } from './counties-dialog.tsx';
import { zoneNames } from './typed-county.ts';

type DeliveryCountiesProps = {
  /** Renders the history of a county. */
  renderHistory: (countyId: string) => ReactNode;
};

/** Delivery by zone: what most of its counties have, then the counties, those that differ first. Those ticked are changed at once. */
export function DeliveryCounties({ renderHistory }: DeliveryCountiesProps) {
  const counties = useQuery(sqlQueryAlwaysStale(['delivery-counties'], 'list_county_settings', {}));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<readonly CountySettings[]>([]);
  const tick = (some: readonly CountySettings[], isOn: boolean) => {
    const ids = some.map(({ id }) => id);
    setTicked(new Set([...[...ticked].filter((id) => !ids.includes(id)), ...(isOn ? ids : [])]));
  };
  return (
    <Loaded query={counties} what="the counties" lines={6}>
      {(all) => {
        const chosen = all.filter(({ id }) => ticked.has(id));
        return (
          <>
            {deliveryZones.map((zone) => {
              const inZone = all.filter((county) => county.zone === zone);
              const usual = usualText(inZone);
              const differs = (county: CountySettings) => countyText(county) !== usual;
              const count = inZone.filter(({ id }) => ticked.has(id)).length;
              return (
                <section key={zone} className="stack" aria-labelledby={`zone-${zone}`}>
                  <h3 id={`zone-${zone}`}>{zoneNames[zone]}</h3>
                  {inZone.length > 0 ? (
                    <CheckBox
                      label={usual}
                      aria-label={`All of ${zoneNames[zone]}`}
                      checked={count === inZone.length}
                      isMixed={count > 0 && count < inZone.length}
                      onChange={({ target }) => tick(inZone, target.checked)}
                    />
                  ) : (
                    <p>{usual}</p>
                  )}
                  <ul className={classNames('stack', styles.counties)}>
                    {[...inZone.filter(differs), ...inZone.filter((county) => !differs(county))].map(
                      (county) => (
                        <li key={county.id} className="line-above">
                          <CheckBox
                            label={`${county.code} ${county.name}`}
                            checked={ticked.has(county.id)}
                            onChange={({ target }) => tick([county], target.checked)}
                          />
                          {differs(county) ? <p className="muted">{unbroken(countyText(county))}</p> : null}
                        </li>
                      ),
                    )}
                  </ul>
                </section>
              );
            })}
            {chosen.length > 0 ? (
              <SelectionBar label="Selected counties">
                <strong>{`${chosen.length} selected`}</strong>
                <Button variant="quiet" onClick={() => setTicked(new Set())}>
                  Clear
                </Button>
                <Button onClick={() => setOpened(chosen)}>Change Delivery</Button>
              </SelectionBar>
            ) : null}
            <CountiesDialog
              counties={opened}
              history={opened[0] ? renderHistory(opened[0].id) : null}
              onSaved={() => setTicked(new Set())}
              onClose={() => setOpened([])}
            />
          </>
        );
      }}
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
