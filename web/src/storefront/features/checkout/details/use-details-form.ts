import type { SignedInUser } from '@contract/auth.ts';
import { type Customer, customerSchema } from '@contract/place-order.ts';
import { useFormik } from 'formik';
import { useState } from 'react';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { useRefusedValues } from '#lib/forms/use-refused-values.ts';
import { useTypedBeforeHydration } from '#lib/forms/use-typed-before-hydration.ts';
import { type CustomerField, customerFields, recallCustomerDraft } from './customer-draft.ts';
import { useKeptDetails } from './use-kept-details.ts';

type DetailsFormInput = {
  user: SignedInUser | null | undefined;
  /** The button was pressed. */
  onPress: () => void;
  /** What is typed is complete, and is sent. */
  onSend: (typed: Customer) => Promise<void>;
};

/** What does the buyer type? It is stored, filled in from the account, checked, and marked where the shop refuses it. */
export function useDetailsForm({ user, onPress, onSend }: DetailsFormInput) {
  const [draft] = useState(recallCustomerDraft);
  const refused = useRefusedValues();
  const formik = useFormik<Customer>({
    initialValues: draft.details,
    validationSchema: customerSchema,
    onSubmit: onSend,
  });
  const { values, setValues, submitForm, isSubmitting } = formik;
  const props = useFormProps(formik, onPress, formik);
  useTypedBeforeHydration(props.ref, draft.details, (typed) => void setValues(typed));
  useKeptDetails(draft, user, formik);
  return {
    props,
    values,
    submitForm,
    isSubmitting,
    refuse: refused.refuse,
    /** The props of an input. */
    field: (name: CustomerField) => ({
      ...formik.getFieldProps(name),
      required: customerFields.some((one) => one === name),
      error: (formik.touched[name] && formik.errors[name]) || refused.messageFor(name, values[name]),
    }),
  };
}
