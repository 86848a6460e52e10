import { type CountySettings, deliveryZones } from '@contract/delivery.ts';
import { formatKes } from '@contract/money.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { SelectionBar } from '#dashboard/components/selection-bar.tsx';
import styles from '../settings.module.css';
import { CountiesDialog } from './counties-dialog.tsx';
import { zoneNames } from './typed-county.ts';

type DeliveryCountiesProps = {
  /** Renders the history of a county. */
  renderHistory: (countyId: string) => ReactNode;
};

/**
 * Delivery by zone: what most of its counties have, then the counties, and what is different of some. A zone is changed as
 * a whole, or those of its counties that are ticked.
 */
export function DeliveryCounties({ renderHistory }: DeliveryCountiesProps) {
  const counties = useSql('list_county_settings', {});
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isTicking, setIsTicking] = useState(false);
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
            <Button
              variant="secondary"
              className="self-start"
              onClick={() => {
                setTicked(new Set());
                setIsTicking(!isTicking);
              }}
            >
              {isTicking ? 'Back to the Zones' : 'Change Several'}
            </Button>
            {deliveryZones.map((zone) => {
              const inZone = all.filter((county) => county.zone === zone);
              const usual = usualText(inZone);
              const differs = (county: CountySettings) => countyText(county) !== usual;
              const count = inZone.filter(({ id }) => ticked.has(id)).length;
              const others = inZone.filter((county) => !differs(county));
              return (
                <section key={zone} className="card stack gap-1 pad-3" aria-labelledby={`zone-${zone}`}>
                  <div className="row spread gap-3">
                    <div>
                      <h3 id={`zone-${zone}`}>{zoneNames[zone]}</h3>
                      <p>
                        {inZone.length > 0
                          ? `${usual}, ${counted(inZone.length, 'county', 'counties')}`
                          : usual}
                      </p>
                    </div>
                    {inZone.length > 0 && !isTicking ? (
                      <Button
                        variant="quiet"
                        className="rigid"
                        aria-label={`Edit ${zoneNames[zone]}`}
                        onClick={() => setOpened(inZone)}
                      >
                        Edit
                      </Button>
                    ) : null}
                  </div>
                  {isTicking && inZone.length > 0 ? (
                    <>
                      <CheckBox
                        label={`All of ${zoneNames[zone]}`}
                        checked={count === inZone.length}
                        isMixed={count > 0 && count < inZone.length}
                        onChange={({ target }) => tick(inZone, target.checked)}
                      />
                      <ul className={`stack ${styles.counties}`}>
                        {[...inZone.filter(differs), ...others].map((county) => (
                          <li key={county.id} className="line-above">
                            <CheckBox
                              label={`${county.code} ${county.name}`}
                              checked={ticked.has(county.id)}
                              onChange={({ target }) => tick([county], target.checked)}
                            />
                            {differs(county) ? <p className="muted">{unbroken(countyText(county))}</p> : null}
                          </li>
                        ))}
                      </ul>
                    </>
                  ) : (
                    <>
                      <p className="muted">{others.map(({ name }) => name).join(', ')}</p>
                      {inZone.filter(differs).map((county) => (
                        <p key={county.id} className="muted">
                          <strong className="ink">{county.name}</strong> {unbroken(countyText(county))}
                        </p>
                      ))}
                    </>
                  )}
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
            {opened[0] ? (
              <CountiesDialog
                counties={opened}
                history={renderHistory(opened[0].id)}
                onSaved={() => setTicked(new Set())}
                onClose={() => setOpened([])}
              />
            ) : null}
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
