import { useEffect, useId, useRef, useState } from 'react';
import { FieldFrame } from '../../../components/field.tsx';
import { useBrowserLayoutEffect } from '../../../lib/use-browser-layout-effect.ts';
import { chooseCounty, useChosenCounty } from './chosen-county.ts';
import { findCounty } from './county-names.ts';
import { useDeliveryCounties } from './delivery-queries.ts';

const noCounties: never[] = [];

type CountyFieldProps = { label: string; hint: string };

/** Where goods go: a county or one of its towns, completed while typing; remembered in this browser. */
export function CountyField({ label, hint }: CountyFieldProps) {
  const listId = useId();
  const chosen = useChosenCounty();
  const { data: counties = noCounties } = useDeliveryCounties();
  // Null until somebody types: then the field shows the county that is remembered.
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const name = counties.find(({ code }) => code === chosen)?.name ?? '';
  const isUnknown = typed !== null && typed.trim() !== '' && findCounty(typed, counties) === null;
  // Somebody may have typed into the prerendered page before the suggestions were loaded.
  const input = useRef<HTMLInputElement>(null);
  useBrowserLayoutEffect(() => {
    const held = input.current?.value ?? '';
    if (held !== input.current?.defaultValue) setTyped(held);
  }, []);
  // Also when the counties arrive after somebody has typed.
  useEffect(() => {
    if (typed !== null) chooseCounty(findCounty(typed, counties)?.code ?? null);
  }, [typed, counties]);
  const change = (text: string) => {
    setTyped(text);
    setIsLeft(false);
  };
  const leave = () => {
    if (isUnknown) setIsLeft(true);
    else setTyped(null);
  };
  return (
    <FieldFrame
      id={undefined}
      label={label}
      hint={hint}
      error={isLeft && isUnknown && 'Please choose one of the 47 counties, or leave this empty'}
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
            onBlur={leave}
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
