import type { AdminProduct } from '@contract/admin.ts';
import { type FieldInputProps, useFormik } from 'formik';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { showToast } from '../../../../components/toast.tsx';
import { ApiError } from '../../../../lib/api-client.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { useFocusOnFirstInvalid } from '../../../../lib/use-focus-on-first-invalid.ts';
import { useRefusedValues } from '../../../../lib/use-refused-values.ts';
import { useOnce } from '../../../../lib/use-once.ts';
import { errorsOf } from './product-check.ts';
import { forgetDraft, recallDraft, rememberDraft } from './product-draft.ts';
import { differingFields, type ProductField, type ProductValues, valuesOf } from './product-values.ts';
import { rebasedValues } from './rebased-values.ts';
import { useSaveProduct } from './save-product.ts';

export type ProductFormOptions = {
  /** Under which what is typed is kept in this tab: `new`, `copy.…` or the product's id. */
  scope: string;
  /** The form when nothing was typed yet. */
  initialValues: ProductValues;
  /** The product that is edited, as it was read; null for a new one. */
  product: AdminProduct | null;
  onSaved(product: AdminProduct): void;
  /** The first try of a new product had arrived after all, with other words: it is edited from now on. */
  onMadeBefore?(product: AdminProduct): void;
};

/** A product's form: kept in the tab while it is typed, sent once, compared with what others saved meanwhile. */
export function useProductForm({ scope, initialValues, product, onSaved, onMadeBefore }: ProductFormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const once = useOnce();
  const [kept] = useState(() => recallDraft(scope));
  const [wasRestored, setWasRestored] = useState(kept !== null);
  const [base, setBase] = useState(kept && product ? (kept.base ?? product) : product);
  const [key, setKey] = useState(() => kept?.key ?? randomUuid());
  const [start, setStart] = useState(base && product ? valuesOf(base) : initialValues);
  const [theirs, setTheirs] = useState<AdminProduct | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const refused = useRefusedValues();
  const save = useSaveProduct();

  const begin = (values: ProductValues, seen: AdminProduct | null) => {
    setBase(seen);
    setStart(values);
    setTheirs(null);
    setFailure(null);
    formik.resetForm({ values });
  };

  const send = async (values: ProductValues, seen: AdminProduct | null) => {
    setFailure(null);
    try {
      const saved = await save.mutateAsync({ values, base: seen, key });
      forgetDraft(scope);
      setWasRestored(false);
      setKey(randomUuid());
      begin(product ? valuesOf(saved) : initialValues, product ? saved : null);
      onSaved(saved);
    } catch (error) {
      const reply = error instanceof ApiError ? error.reply : null;
      if (reply?.code === 'changed_meanwhile' && reply.product) {
        if (seen) return setTheirs(reply.product);
        rememberDraft(reply.product.id, { values, base: reply.product, key });
        forgetDraft(scope);
        return onMadeBefore?.(reply.product);
      }
      refused.refuse(shownValues(values), reply?.fields ?? {});
      setFailure(`${errorSentence(error)} What you typed is kept.`);
      showToast({
        title: 'Error',
        description: product ? 'Failed to update product' : 'Failed to create product',
        tone: 'destructive',
      });
    }
  };

  const formik = useFormik<ProductValues>({
    initialValues: kept?.values ?? initialValues,
    validate: (values) => errorsOf(values, base),
    onSubmit: (values) => send(values, base),
  });
  useFocusOnFirstInvalid(form, formik);

  const { values } = formik;
  const isDirty = differingFields(values, start).length > 0;
  useEffect(() => {
    if (isDirty) rememberDraft(scope, { values, base, key });
    else forgetDraft(scope);
  }, [scope, values, base, key, isDirty]);

  /** The message under a field, or a part of one (`specs[0].label`). */
  const errorOf = (path: string): string | undefined => {
    const field = path.replace(/[[.].*/, '') as ProductField;
    const isTouched = formik.submitCount > 0 || Boolean(formik.touched[field]);
    const own = isTouched ? (formik.errors as Record<string, string | undefined>)[path] : undefined;
    return own || refused.messageFor(path, shownValues(values)[field] ?? '');
  };

  return {
    values,
    base,
    isDirty,
    isBusy: formik.isSubmitting || save.isPending,
    failure,
    errorOf,
    set: (patch: Partial<ProductValues>) => void formik.setValues({ ...values, ...patch }),
    /** For the form element. */
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        once(formik.submitForm);
      },
    },
    /** Everything an input of text needs. */
    field: (name: Exclude<ProductField, 'isActive' | 'specs'>) => ({
      ...(formik.getFieldProps(name) as FieldInputProps<string>),
      error: errorOf(name),
    }),
    /** Was something typed before a reload or Back, which is in the form again? */
    wasRestored: wasRestored && isDirty,
    startAgain: () => {
      forgetDraft(scope);
      setWasRestored(false);
      begin(product ? valuesOf(product) : initialValues, product);
    },
    /** Something of the product changed beside the form, by this very person. */
    follow: (newer: AdminProduct) => {
      const next = rebasedValues(values, start, valuesOf(newer));
      setBase(newer);
      setStart(valuesOf(newer));
      void formik.setValues(next);
    },
    /** The product as somebody else saved it meanwhile; null when nobody did. */
    theirs,
    chooseLater: () => setTheirs(null),
    /** Saves what was chosen between both versions. */
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

/** The values as text, by field and by part of the data sheet, so that a refusal goes when its field is changed. */
function shownValues(values: ProductValues): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [field, value] of Object.entries(values)) {
    shown[field] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  values.specs.forEach((_, index) => {
    for (const part of ['label', 'value']) shown[`specs[${index}].${part}`] = shown.specs ?? '';
  });
  return shown;
}
