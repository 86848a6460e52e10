import { maxSlips } from '@contract/packing-slip.ts';
import { packingSlipAddress } from '@contract/papers.ts';
import { Printer, X } from 'lucide-react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { SelectionBar } from '#dashboard/components/selection-bar.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { PdfLink } from '#orders/paper-link.tsx';
import { pickListAddress } from '../pick-list/pick-list-address.ts';

type SelectedOrdersProps = {
  selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
};

/** What can be printed of several orders. */
export function SelectedOrders({ selected, onChange }: SelectedOrdersProps) {
  const ids = [...selected];
  if (ids.length === 0) return null;
  return (
    <SelectionBar label="Selected orders">
      <p role="status">
        <strong>{counted(ids.length, 'order')} selected</strong>
      </p>
      {ids.length > maxSlips ? (
        <Button variant="secondary" icon={<Printer />} disabled>
          {`Packing slips: ${maxSlips} at most`}
        </Button>
      ) : (
        <>
          <LinkButton variant="secondary" icon={<Printer />} to={pickListAddress(ids)}>
            Pick list
          </LinkButton>
          <PdfLink address={packingSlipAddress(ids)}>Packing slips (PDF)</PdfLink>
        </>
      )}
      <Button variant="quiet" icon={<X />} onClick={() => onChange(new Set())}>
        Clear selection
      </Button>
    </SelectionBar>
  );
}
