import { Button } from '#components/forms/button.tsx';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { chooseCounty, useChosenCounty } from './chosen-county.ts';
import { countiesNamedIn } from './county-names.ts';
import { useDeliveryCounties } from './delivery-queries.ts';

/** Asks about an address that names another county than the one that is chosen, or one while none is. */
export function AddressCounty({ address }: { address: string }) {
  const chosen = useChosenCounty();
  const { data: counties = [] } = useDeliveryCounties();
  const named = countiesNamedIn(useDebounced(address), counties);
  const known = counties.find(({ code }) => code === chosen);
  const isAsked = named.length > 0 && !named.some(({ code }) => code === chosen);
  return (
    <div role="status">
      {isAsked ? (
        <p className="row gap-3 gap-y-1 wrap">
          <span className="strong wait">
            {known
              ? `The county is ${known.name}. Is this address there?`
              : 'In which county is this address?'}
          </span>
          {named.map(({ code, name }) => (
            <Button key={code} variant="secondary" onClick={() => chooseCounty(code)}>
              {`It is in ${name}`}
            </Button>
          ))}
        </p>
      ) : null}
    </div>
  );
}
