import type { AdminProduct } from '@contract/admin.ts';
import { createProduct, updateProduct } from '@contract/product-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FieldInputProps, useFormik } from 'formik';
import { useEffect, useState } from 'react';
import { showFailure } from '#components/overlays/toast.tsx';
import { ApiError, callApi } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { useRefusedValues } from '#lib/forms/use-refused-values.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import {
  createRequestOf,
  errorsOf,
  updateRequestOf,
  differingFields,
  fieldLabels,
  type ProductField,
  type ProductValues,
  rebasedValues,
  type TextField,
  valuesOf,
} from './product-values.ts';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { useProductVat } from './product-vat.tsx';
import { productToEditKey } from '../product-queries.ts';
import { productDraft } from './product-draft.ts';
import { adminDatabase } from '#dashboard/lib/admin-database.ts';
import { pictureBucket } from '../pictures/picture-storage.ts';

type ProductFormOptions = {
  /** The key of the draft in this tab: `new`, `copy.…` or the product's id. */
  scope: string;
  /** The form's initial values. */
  initialValues: ProductValues;
  /** The product being edited, as it was read; null for a new one. */
  product: AdminProduct | null;
  onSaved(product: AdminProduct): void;
  /**
   * Called when an earlier attempt had created the product after all, with other values: it is edited from now on.
   */
  onAlreadyCreated?(product: AdminProduct): void;
};

/** A product's form: stored in the tab while typing, sent once, compared with changes saved by others. */
export function useProductForm({
  scope,
  initialValues,
  product,
  onSaved,
  onAlreadyCreated,
}: ProductFormOptions) {
  const once = useOnce();
  const [storedDraft] = useState(() => productDraft(scope).recall());
  const [wasRestored, setWasRestored] = useState(storedDraft !== null);
  const [base, setBase] = useState(storedDraft && product ? (storedDraft.base ?? product) : product);
  const [key, setKey] = useState(() => storedDraft?.key ?? randomUuid());
  const [start, setStart] = useState(base && product ? valuesOf(base) : initialValues);
  const [theirs, setTheirs] = useState<AdminProduct | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // Resolving a conflict saves without a submit event.
  const [isSaving, setIsSaving] = useState(false);
  const refused = useRefusedValues();
  const { confirmPrices, priceDialog } = usePriceCheck();
  const vat = useProductVat(product?.id ?? null);
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();

  /** @param shown the values in the form, if they differ from those of the product */
  const begin = (stored: ProductValues, seen: AdminProduct | null, shown = stored) => {
    setBase(seen);
    setStart(stored);
    setTheirs(null);
    setFailure(null);
    formik.resetForm({ values: shown });
  };

  const send = async (values: ProductValues, seen: AdminProduct | null) => {
    setFailure(null);
    const changed = seen && updateRequestOf(values, seen);
    if (changed && !(await confirmPrices([{ name: seen.name, seen, set: changed }]))) return;
    setIsSaving(true);
    try {
      if (seen) await vat.save(seen.id);
      const saved = changed
        ? await callApi(updateProduct, { params: { id: seen.id }, body: changed })
        : await callApi(createProduct, { body: createRequestOf(values), idempotencyKey: key });
      if (!seen) await vat.save(saved.id);
      void deleteUnusedPictures();
      if (product) queryClient.setQueryData(productToEditKey(saved.id), saved);
      void refresh();
      productDraft(scope).forget();
      setWasRestored(false);
      setKey(randomUuid());
      if (product) {
        const stored = valuesOf(saved);
        // What was typed while the request ran is not saved yet.
        begin(stored, saved, rebasedValues(latest.current, values, stored));
      } else begin(initialValues, null);
      onSaved(saved);
    } catch (error) {
      const reply = error instanceof ApiError ? error.reply : null;
      if (reply?.code === 'changed_meanwhile' && reply.product) {
        if (seen) return setTheirs(reply.product);
        productDraft(reply.product.id).remember({ values, base: reply.product, key });
        productDraft(scope).forget();
        return onAlreadyCreated?.(reply.product);
      }
      const { fields = {} } = reply ?? {};
      refused.refuse(
        Object.fromEntries(Object.keys(fields).map((path) => [path, shownAt(path, values)])),
        fields,
      );
      setFailure(`${errorSentence(error)} What you typed is kept.`);
      showFailure('Error', error, product ? 'Failed to update product' : 'Failed to create product');
    } finally {
      setIsSaving(false);
    }
  };

  const formik = useFormik<ProductValues>({
    initialValues: storedDraft?.values ?? initialValues,
    validate: (values) => ({ ...errorsOf(values, base), ...vat.problems }),
    onSubmit: (values) => send(values, base),
  });
  const formProps = useFormProps(formik, () => once(formik.submitForm));

  const { values } = formik;
  // For actions that take a while: the form can be changed meanwhile.
  const latest = useLatest(values);
  const isTyped = differingFields(values, start).length > 0;
  const isDirty = isTyped || vat.isDirty;
  useEffect(() => {
    const draft = productDraft(scope);
    if (isTyped) draft.remember({ values, base, key });
    else draft.forget();
  }, [scope, values, base, key, isTyped]);

  /** The error under a field, or a part of one (`specs[0].label`). */
  const errorOf = (path: string): string | undefined => {
    const isTouched =
      formik.submitCount > 0 || Boolean((formik.touched as Record<string, unknown>)[fieldOf(path)]);
    const own = isTouched
      ? ({ ...formik.errors, ...vat.problems } as Record<string, string | undefined>)[path]
      : undefined;
    return own || refused.messageFor(path, shownAt(path, values));
  };

  return {
    values,
    vat,
    base,
    isDirty,
    isBusy: formik.isSubmitting || isSaving,
    failure,
    /** The question about a price that changes by more than half. */
    priceDialog,
    errorOf,
    touch: (name: 'imageUrl') => void formik.setFieldTouched(name),
    set: (patch: Partial<ProductValues>) => void formik.setValues({ ...values, ...patch }),
    /** For the form element. */
    formProps,
    /** The props of a text input. */
    field: (name: TextField) => ({
      label: fieldLabels[name],
      ...(formik.getFieldProps(name) as FieldInputProps<string>),
      error: errorOf(name),
    }),
    /** Whether the form was restored after a reload or Back. */
    wasRestored: wasRestored && isTyped,
    startAgain: () => {
      productDraft(scope).forget();
      vat.change(null);
      setWasRestored(false);
      begin(product ? valuesOf(product) : initialValues, product);
    },
    /** Adopts changes that this admin made outside the form. */
    follow: (newer: AdminProduct) => {
      const next = rebasedValues(latest.current, start, valuesOf(newer));
      setBase(newer);
      setStart(valuesOf(newer));
      void formik.setValues(next);
    },
    /** The product as somebody else has saved it meanwhile, or null. */
    theirs,
    chooseLater: () => setTheirs(null),
    /** Saves the choices between both versions. */
    choose: (chosen: ProductValues) => {
      if (!theirs) return;
      setBase(theirs);
      setStart(valuesOf(theirs));
      setTheirs(null);
      void formik.setValues(chosen);
      if (differingFields(chosen, valuesOf(theirs)).length > 0) once(() => send(chosen, theirs));
    },
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;

/** What the field of a path has, or of a part of it (`specs[0].label`), as text: an error disappears when that changes. */
function shownAt(path: string, values: ProductValues): string {
  const field = fieldOf(path);
  return JSON.stringify(field === 'imageUrl' ? values.pictures[0]?.url : values[field as ProductField]);
}

const fieldOf = (path: string) => path.replace(/[[.].*/, '');

/**
 * Deletes files of pictures that no product has used for 30 days, or that were uploaded and never saved. Not awaited:
 * what fails is deleted after the next change.
 */
async function deleteUnusedPictures(): Promise<void> {
  try {
    const database = await adminDatabase();
    const { data } = await database.rpc('unused_pictures');
    if (data && data.length > 0) await database.storage.from(pictureBucket).remove(data);
  } catch {
    // There was no connection.
  }
}
