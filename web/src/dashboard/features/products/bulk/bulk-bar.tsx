import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { dismissToast, showToast } from '#components/overlays/toast.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { SelectionBar } from '#dashboard/components/selection-bar.tsx';
import type { Undoable } from '../spreadsheet/import-text.ts';
import { UndoDialog } from '../spreadsheet/undo-dialog.tsx';
import { maxProductsAtOnce } from '../product-queries.ts';
import { BulkDialog } from './bulk-dialog.tsx';

type BulkBarProps = {
  selected: ReadonlySet<string>;
  /** How many of them are on another page, or of another search. */
  hidden?: number;
  onSelect(selected: ReadonlySet<string>): void;
};

/** Actions for the selected products; nothing while none is selected. */
export function BulkBar({ selected, hidden = 0, onSelect }: BulkBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [toUndo, setToUndo] = useState<Undoable | null>(null);
  const offerUndo = (done: Undoable) =>
    showToast({
      title: `${counted(done.changed, 'product')} changed`,
      note: (
        <span className="push-2">
          <Button
            variant="secondary"
            onClick={() => {
              dismissToast();
              setToUndo(done);
            }}
          >
            Undo
          </Button>
        </span>
      ),
    });
  return (
    <>
      <p role="status" className="visually-hidden">
        {selected.size > 0 ? `${selected.size} selected` : ''}
      </p>
      {selected.size > 0 ? (
        <SelectionBar label="Selected products">
          <p>
            <strong>{selected.size} selected</strong>
            <span>{hidden > 0 ? `, ${hidden} of them not on this page` : ''}</span>
            <span>{selected.size === maxProductsAtOnce ? ', as many as can be changed at once' : ''}</span>
          </p>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Change selected
          </Button>
          <Button variant="quiet" onClick={() => onSelect(new Set())}>
            Select none
          </Button>
        </SelectionBar>
      ) : null}
      <BulkDialog
        isOpen={isOpen}
        selected={selected}
        onSelect={onSelect}
        onChanged={offerUndo}
        onClose={() => setIsOpen(false)}
      />
      {toUndo ? <UndoDialog key={toUndo.id} entry={toUndo} onClose={() => setToUndo(null)} /> : null}
    </>
  );
}
