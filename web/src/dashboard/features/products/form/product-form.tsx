import { type ReactNode, useState } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { GalleryField } from '../pictures/gallery-field.tsx';
import { categoryName, categoryOptions, isInNoCategory } from '#dashboard/lib/category-names.ts';
import { ConflictDialog } from '../conflict/conflict-dialog.tsx';
import { DataSheetReview } from './data-sheet-review.tsx';
import { FollowerField } from './follower-field.tsx';
import styles from './product-form.module.css';
import { fieldLabels, valuesOf, type ProductValues, type ToOrderValues } from './product-values.ts';
import { SpecEditor } from './spec-editor.tsx';
import { VatFields } from './product-vat.tsx';
import type { ProductFormState } from './use-product-form.ts';

type ProductFormProps = {
  form: ProductFormState;
  /** The labels of the button, before and while saving. */
  labels: { save: string; saving: string };
  /** Shown beside the button. */
  actions?: ReactNode;
};

/** The product form. Errors are shown under their fields, and nothing that was typed is lost. */
export function ProductForm({ form, labels, actions }: ProductFormProps) {
  const { values, base, isBusy, field, set, errorOf } = form;
  const [isPictureBusy, setIsPictureBusy] = useState(false);
  const cannotSave = isBusy || isPictureBusy;
  // A link and Back need no question: what was typed is in the form again when it is opened.
  useBeforeUnload((event) => {
    if (form.isDirty && !isBusy) event.preventDefault();
  });
  return (
    <form {...form.formProps} className="stack gap-4">
      {form.wasRestored ? (
        <RestoredNotice onDiscard={form.startAgain}>It is not saved in the shop yet.</RestoredNotice>
      ) : null}
      <div className={styles.columns}>
        <div className="stack gap-3 packed narrow">
          <Field required autoComplete="off" maxLength={200} {...field('name')} />
          <div className="pair gap-4 gap-y-2 align-top">
            <Field
              required
              inputMode="numeric"
              autoComplete="off"
              hint="Whole shillings for one piece"
              {...field('price')}
            />
            {values.isService ? null : (
              <Field
                required
                inputMode="numeric"
                autoComplete="off"
                hint={`Pieces for sale, without those sold and not sent yet${base && base.held > 0 ? `; ${base.held} of them are held for buyers who are paying` : ''}`}
                {...field('stock')}
              />
            )}
            <SelectField
              required
              placeholder="Choose a category"
              options={categoryOptions}
              {...field('category')}
            />
            <CheckBox
              label={fieldLabels.isActive}
              className={styles.sale}
              checked={values.isActive}
              onChange={(event) => set({ isActive: event.target.checked })}
            />
          </div>
          <p className="muted">
            {!values.isActive
              ? 'Off sale: no list of the shop shows it.'
              : base && !values.replacedBy
                ? 'Shoppers see it. Off sale, another product can replace it.'
                : 'Shoppers see it.'}
          </p>
          {values.isActive && !values.replacedBy ? null : (
            <FollowerField
              slug={values.replacedBy}
              error={errorOf('replacedBy')}
              onChange={(replacedBy) => set({ replacedBy })}
            />
          )}
          {isInNoCategory(values.category) ? (
            <Notice tone="warning" title={`The shop has no page for ${categoryName(values.category)}`}>
              Shoppers cannot reach this product from any category of the shop. You can save it, but choose
              one of its categories if one fits.
            </Notice>
          ) : null}
          <TextAreaField required rows={4} maxLength={5000} {...field('description')} />
        </div>
        <div className={`stack gap-4 packed narrow ${styles.second}`}>
          <GalleryField
            rows={values.pictures}
            isOptional={values.isService}
            onBlur={() => form.touch('imageUrl')}
            onChange={(pictures) => set({ pictures })}
            errorOf={errorOf}
            onBusyChange={setIsPictureBusy}
          />
          {base?.imageUrl === null ? (
            <p className="muted">
              This product has no picture, so the shop shows a drawing. You can save it as it is; once it has
              a picture, it must keep one.
            </p>
          ) : null}
          <SpecEditor rows={values.specs} onChange={(specs) => set({ specs })} errorOf={errorOf} />
          <DataSheetReview
            category={values.category}
            rows={values.specs}
            onAdd={(row) => set({ specs: [...values.specs, row] })}
          />
        </div>
        <div className="stack gap-3 packed narrow">
          <div className="pair gap-4 gap-y-2 align-top">
            <Field autoComplete="off" maxLength={120} {...field('brand')} />
            <Field autoComplete="off" maxLength={120} {...field('model')} />
            <Field inputMode="numeric" autoComplete="off" {...field('warrantyYears')} />
            <Field
              inputMode="decimal"
              autoComplete="off"
              hint="Packed for transport"
              {...field('weightGrams')}
            />
          </div>
          <SupplyFields values={values} set={set} errorOf={errorOf} />
          <Field type="date" hint="Shown while it is out of stock, until that day" {...field('moreOn')} />
          <VatFields vat={form.vat} error={errorOf('vat.evidence')} />
          <Field
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={120}
            hint={`The product’s name in web addresses; ${base ? 'saved links lead to it' : 'if left empty, it is made from the name'}`}
            {...field('slug')}
          />
          <TextAreaField
            rows={2}
            maxLength={1000}
            hint="Other words shoppers type, in Swahili too; never shown"
            {...field('keywords')}
          />
        </div>
      </div>
      <div className={`foot-bar row gap-3 gap-y-2 wrap line-above ${styles.foot}`}>
        {form.failure ? (
          <Notice tone="error" title={base ? 'Not saved' : 'Not created'} className={styles.failure}>
            {form.failure}
          </Notice>
        ) : null}
        <Button type="submit" busy={isBusy} disabled={!isBusy && cannotSave}>
          {isBusy ? labels.saving : labels.save}
        </Button>
        {actions}
        <p className="muted">
          {isPictureBusy ? 'Wait for the pictures' : form.isDirty ? 'Not saved yet' : ''}
        </p>
      </div>
      {form.priceDialog}
      {base && form.theirs ? (
        <ConflictDialog
          mine={values}
          base={valuesOf(base)}
          theirs={valuesOf(form.theirs)}
          busy={isBusy}
          onChoose={form.choose}
          onClose={form.chooseLater}
        />
      ) : null}
    </form>
  );
}

const supplies = [
  { value: 'stock', label: 'From stock' },
  { value: 'public', label: 'From stock, else to order' },
  { value: 'staff', label: 'From stock, else to order when staff enter the order' },
  { value: 'service', label: 'A service: no stock, no parcel' },
];

/** What is common in this trade. */
const usual: ToOrderValues = { low: '6', high: '8', deposit: '30', isPublic: true };

type SupplyFieldsProps = {
  values: Pick<ProductValues, 'isService' | 'toOrder'>;
  set: (values: Partial<ProductValues>) => void;
  /** By the path of the field: `toOrder.low`. */
  errorOf: (path: string) => string | undefined;
};

/** How pieces come: from stock, from the maker against a deposit, or not at all, of a service. */
function SupplyFields({ values: { isService, toOrder }, set, errorOf }: SupplyFieldsProps) {
  const supply = isService ? 'service' : toOrder ? (toOrder.isPublic ? 'public' : 'staff') : 'stock';
  const choose = (chosen: string) =>
    set({
      isService: chosen === 'service',
      toOrder:
        chosen === 'public' || chosen === 'staff'
          ? { ...(toOrder ?? usual), isPublic: chosen === 'public' }
          : null,
    });
  const figure = (name: 'low' | 'high' | 'deposit') => ({
    name: `toOrder.${name}`,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    required: true,
    value: toOrder?.[name] ?? '',
    error: errorOf(`toOrder.${name}`),
    onChange: (typed: { target: { value: string } }) =>
      toOrder && set({ toOrder: { ...toOrder, [name]: typed.target.value } }),
  });
  return (
    <>
      <SelectField
        label="How it comes"
        name="supply"
        options={supplies}
        value={supply}
        onChange={(event) => choose(event.target.value)}
      />
      {toOrder ? (
        <div className="pair gap-4 align-top">
          <Field label="Weeks, at least" {...figure('low')} />
          <Field label="Weeks, at most" {...figure('high')} />
          <Field label="Paid first (%)" hint="The rest when it has come" {...figure('deposit')} />
        </div>
      ) : null}
    </>
  );
}
