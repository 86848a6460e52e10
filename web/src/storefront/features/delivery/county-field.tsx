import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { FieldFrame } from '#components/forms/field.tsx';
import { chooseCounty, useChosenCounty } from './chosen-county.ts';
import { findCounties } from './county-names.ts';
import { useDeliveryCounties } from './delivery-queries.ts';

const noCounties: never[] = [];

type CountyFieldProps = { label: string; hint: string | false };

/** The delivery county: a county or one of its towns, with suggestions while typing; stored in this browser. */
export function CountyField({ label, hint }: CountyFieldProps) {
  const listId = useId();
  const chosen = useChosenCounty();
  const { data: counties = noCounties } = useDeliveryCounties();
  // Null until the user types: then the field shows the stored county.
  const [typed, setTyped] = useState<string | null>(null);
  const [wasBlurred, setWasBlurred] = useState(false);
  const name = counties.find(({ code }) => code === chosen)?.name ?? '';
  const meant = typed === null ? [] : findCounties(typed, counties);
  const isUnknown = typed !== null && typed.trim() !== '' && meant.length !== 1;
  // The user may have typed into the prerendered page before the suggestions were loaded.
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const held = input.current?.value ?? '';
    if (held !== input.current?.defaultValue) setTyped(held);
  }, []);
  // Also when the counties are loaded after the user has typed.
  useEffect(() => {
    if (typed === null) return;
    const [county, other] = findCounties(typed, counties);
    chooseCounty(county && !other ? county.code : null);
  }, [typed, counties]);
  const change = (text: string) => {
    setTyped(text);
    setWasBlurred(false);
  };
  const onBlur = () => {
    if (isUnknown) setWasBlurred(true);
    else setTyped(null);
  };
  return (
    <FieldFrame
      id={undefined}
      label={label}
      hint={hint}
      error={
        wasBlurred &&
        isUnknown &&
        (meant.length > 1
          ? `${typed?.trim()} can be in ${meant.map((one) => one.name).join(' or ')}. Which county is it?`
          : 'Please choose one of the 47 counties, or leave this empty')
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            name="county"
            type="text"
            list={listId}
            autoComplete="address-level1"
            placeholder="For example Kisumu or Lodwar"
            value={typed ?? name}
            onChange={({ target }) => change(target.value)}
            onBlur={onBlur}
            // It chooses, and sends no form that this field stands in.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              onBlur();
            }}
          />
          <datalist id={listId}>
            {counties.map((county) => (
              <option key={county.code} value={county.name} label={county.towns.join(', ') || undefined} />
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}
