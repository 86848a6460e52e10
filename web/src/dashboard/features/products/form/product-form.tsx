import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { CheckBox } from '../../../../components/check-box.tsx';
import { Field, TextAreaField } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import { categoryOptions } from '../category-names.ts';
import { ConflictDialog } from '../conflict/conflict-dialog.tsx';
import { LeaveWarning } from './leave-warning.tsx';
import styles from './product-form.module.css';
import { fieldLabels, valuesOf } from './product-values.ts';
import { SpecEditor } from './spec-editor.tsx';
import type { ProductFormState } from './use-product-form.ts';

type ProductFormProps = {
  form: ProductFormState;
  /** What the button says at rest and at work. */
  words: { save: string; saving: string };
  /** Beside the button. */
  actions?: ReactNode;
};

/** Every field of a product. Failures stand under their field, and nothing that was typed is lost by one. */
export function ProductForm({ form, words, actions }: ProductFormProps) {
  const { values, base, isBusy, field, set, errorOf } = form;
  const [isPictureBusy, setIsPictureBusy] = useState(false);
  const cannotSave = isBusy || isPictureBusy;
  return (
    <form {...form.formProps} className={styles.form}>
      {form.wasRestored ? (
        <Notice
          tone="info"
          title="What you typed before is here again"
          action={
            <Button variant="secondary" onClick={form.startAgain}>
              Throw it away
            </Button>
          }
        >
          It is not saved in the shop yet.
        </Notice>
      ) : null}
      <Field label={fieldLabels.name} required autoComplete="off" maxLength={200} {...field('name')} />
      <div className={styles.pair}>
        <SelectField
          label={fieldLabels.category}
          required
          placeholder="Choose a category"
          options={categoryOptions}
          {...field('category')}
        />
        <CheckBox
          label="On sale: shoppers see it"
          className={styles.sale}
          checked={values.isActive}
          onChange={(event) => set({ isActive: event.target.checked })}
        />
      </div>
      <TextAreaField
        label={fieldLabels.description}
        required
        rows={5}
        maxLength={5000}
        {...field('description')}
      />
      <div className={styles.pair}>
        <Field
          label={fieldLabels.price}
          required
          inputMode="numeric"
          autoComplete="off"
          hint="Whole shillings for one piece"
          {...field('price')}
        />
        <Field
          label={fieldLabels.stock}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={
            base && base.held > 0
              ? `Pieces on the shelf; ${base.held} of them are held for buyers who are paying`
              : 'Pieces on the shelf'
          }
          {...field('stock')}
        />
      </div>
      <PictureField
        label={fieldLabels.imageUrl}
        name="imageUrl"
        value={values.imageUrl}
        onBlur={field('imageUrl').onBlur}
        onChange={(imageUrl) => set({ imageUrl })}
        error={errorOf('imageUrl')}
        onBusyChange={setIsPictureBusy}
      />
      {base?.imageUrl === null ? (
        <p className={styles.hint}>
          This product came without a picture, and the shop shows a drawing. You can save it as it is; once it
          has a picture it keeps one.
        </p>
      ) : null}
      <div className={styles.pair}>
        <Field label={fieldLabels.brand} autoComplete="off" maxLength={120} {...field('brand')} />
        <Field label={fieldLabels.model} autoComplete="off" maxLength={120} {...field('model')} />
      </div>
      <div className={styles.pair}>
        <Field
          label={fieldLabels.warrantyYears}
          inputMode="numeric"
          autoComplete="off"
          {...field('warrantyYears')}
        />
        <Field
          label={fieldLabels.weightGrams}
          inputMode="decimal"
          autoComplete="off"
          hint="Packed for transport"
          {...field('weightGrams')}
        />
      </div>
      <SpecEditor rows={values.specs} onChange={(specs) => set({ specs })} errorOf={errorOf} />
      <Field
        label={fieldLabels.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        hint={
          base
            ? 'The product’s name in addresses; links that people kept lead to it'
            : 'The product’s name in addresses; left empty, it is made of the name'
        }
        {...field('slug')}
      />
      <TextAreaField
        label={fieldLabels.keywords}
        rows={2}
        maxLength={1000}
        hint="Other words shoppers type, in Swahili too; never shown"
        {...field('keywords')}
      />
      <div className={styles.foot}>
        {form.failure ? (
          <Notice tone="error" title={base ? 'Not saved' : 'Not created'} className={styles.failure}>
            {form.failure}
          </Notice>
        ) : null}
        <Button type="submit" busy={isBusy} disabled={!isBusy && cannotSave}>
          {isBusy ? words.saving : words.save}
        </Button>
        {actions}
        <p className={styles.state}>
          {isPictureBusy ? 'Wait for the picture' : form.isDirty ? 'Not saved yet' : ''}
        </p>
      </div>
      <LeaveWarning isDirty={form.isDirty && !isBusy} />
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
