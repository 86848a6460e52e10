import { useId, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Dialog } from '#components/overlays/dialog.tsx';
import {
  fieldLabels,
  type ProductField,
  type ProductValues,
  isSameField,
  productFields,
} from '../form/product-values.ts';
import styles from './conflict-dialog.module.css';
import { toOrderText } from '#dashboard/lib/to-order-text.ts';
import { picturesText } from '#dashboard/lib/picture-text.ts';
import { categoryName } from '#dashboard/lib/category-names.ts';
import { galleryOf } from '../pictures/gallery-rows.ts';
import { specOf } from '../form/spec-rows.ts';

type ConflictDialogProps = {
  mine: ProductValues;
  /** The product as the editor saw it. */
  base: ProductValues;
  theirs: ProductValues;
  busy: boolean;
  onChoose(chosen: ProductValues): void;
  onClose(): void;
};

const whose = { me: 'Changed by you', them: 'Changed by them', both: 'Changed by both of you' };

/** After somebody else saved the product: both versions side by side, and a choice for each field that differs. */
export function ConflictDialog({ mine, base, theirs, busy, onChoose, onClose }: ConflictDialogProps) {
  const choices = fieldChoices({ base, mine, theirs });
  const [sides, setSides] = useState<Partial<Record<ProductField, Side>>>(() =>
    Object.fromEntries(choices.map(({ field, suggested }) => [field, suggested])),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title="Changed meanwhile"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back to the form
          </Button>
          <Button busy={busy} onClick={() => onChoose(chosenValues({ mine, theirs }, sides))}>
            Save my choice
          </Button>
        </>
      }
    >
      <p>
        Somebody saved this product while you were editing it. Nothing of yours is saved yet. Choose for each
        field which version to keep.
      </p>
      {choices.map(({ field, changedBy }) => (
        <fieldset key={field} className="pair gap-2">
          <legend className={`whole-row strong ${styles.legend}`}>
            {fieldLabels[field]} <span className="muted light">{whose[changedBy]}</span>
          </legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <Version
              key={side}
              name={field}
              title={side === 'mine' ? 'Yours' : 'Theirs'}
              text={fieldText(field, side === 'mine' ? mine : theirs)}
              checked={sides[field] === side}
              onChoose={() => setSides({ ...sides, [field]: side })}
            />
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}

type VersionProps = { name: string; title: string; text: string; checked: boolean; onChoose(): void };

function Version({ name, title, text, checked, onChoose }: VersionProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={`control grid align-top target pad-row ${styles.version}`}>
      <input id={id} type="radio" name={`conflict-${name}`} checked={checked} onChange={onChoose} />
      <span className="muted">{title}</span>
      <span className={styles.text}>{text}</span>
    </label>
  );
}

/** The value of a form field as text, for comparing. */
function fieldText(field: ProductField, values: ProductValues): string {
  if (field === 'specs') {
    return (
      values.specs
        .map(specOf)
        .map(({ label, value }) => `${label}: ${value}`)
        .join('\n') || 'nothing'
    );
  }
  if (field === 'pictures') return picturesText(galleryOf(values.pictures));
  if (field === 'isActive' || field === 'isService') return values[field] ? 'yes' : 'no';
  if (field === 'toOrder') return values.toOrder ? toOrderText(values.toOrder) : 'nothing';
  if (field === 'category') return categoryName(values.category);
  return values[field] || 'nothing';
}

type Side = 'mine' | 'theirs';

/** A field in which the two versions differ, and the suggested side. */
type FieldChoice = {
  field: ProductField;
  /** Who changed the field. */
  changedBy: 'me' | 'them' | 'both';
  suggested: Side;
};

type Versions = {
  /** The product as the editor saw it. */
  base: ProductValues;
  mine: ProductValues;
  theirs: ProductValues;
};

/**
 * The fields in which mine and theirs differ. The suggestion is the side that changed the field, or mine if both did.
 * Stock that I did not change is always theirs: otherwise pieces sold meanwhile would be added back.
 */
export function fieldChoices({ base, mine, theirs }: Versions): FieldChoice[] {
  return productFields
    .filter((field) => !isSameField(field, mine, theirs))
    .filter((field) => field !== 'stock' || !isSameField(field, mine, base))
    .map((field) => {
      if (isSameField(field, mine, base)) return { field, changedBy: 'them', suggested: 'theirs' };
      return { field, changedBy: isSameField(field, theirs, base) ? 'me' : 'both', suggested: 'mine' };
    });
}

/** Their version, with the chosen fields of mine. */
export function chosenValues(
  { mine, theirs }: Pick<Versions, 'mine' | 'theirs'>,
  sides: Partial<Record<ProductField, Side>>,
): ProductValues {
  const chosen = { ...theirs };
  for (const [field, side] of Object.entries(sides) as [ProductField, Side][]) {
    if (side === 'mine') Object.assign(chosen, { [field]: mine[field] });
  }
  return chosen;
}
