import { useFormik } from 'formik';
import { type ReactNode, useRef, useState } from 'react';
import type { AnyObjectSchema } from 'yup';
import { showFailure } from '../components/overlays/toast.tsx';
import { useIsHydrated } from '../lib/loading/use-is-hydrated.ts';
import { useFormProps } from '../lib/forms/use-form-props.ts';
import { useLatest } from '../lib/forms/use-latest.ts';
import { useOnce } from '../lib/forms/use-once.ts';
import { useRefusedValues } from '../lib/forms/use-refused-values.ts';
import { useTypedBeforeHydration } from '../lib/forms/use-typed-before-hydration.ts';
import { refusedFields, failureMessage } from './failure-message.ts';
import { FailureNotice } from './failure-notice.tsx';

type AccountForm<Values> = {
  initialValues: Values;
  /** From the contract; the server validates with the same one. */
  schema: AnyObjectSchema;
  /** Sends the values, already cast by the schema. Throws when it fails. */
  send: (values: Values) => Promise<void>;
  /** The toast's title after a failure, and its text. */
  failureTitle: string;
  failureMessageOf?: (error: unknown) => string;
};

/**
 * A form of the account pages: one request at a time, messages under their fields, and nothing that was typed is lost
 * by a failure or by late hydration.
 */
export function useAccountForm<Values extends Record<string, string>>(options: AccountForm<Values>) {
  const once = useOnce();
  const refused = useRefusedValues();
  const isHydrated = useIsHydrated();

  const sent = useRef(options.initialValues);
  const [failure, setFailure] = useState<ReactNode>(null);

  const formik = useFormik<Values>({
    initialValues: options.initialValues,
    validationSchema: options.schema,
    onSubmit: async (values) => {
      sent.current = values;
      setFailure(null);
      try {
        await options.send(options.schema.cast(values) as Values);
      } catch (error) {
        const fields = refusedFields(error);
        refused.refuse(values, fields);
        const message = (options.failureMessageOf ?? failureMessage)(error);
        const isUnderField = Object.keys(fields).some((name) => name in values);
        setFailure(isUnderField ? null : <FailureNotice error={error} message={message} />);
        showFailure(options.failureTitle, error, message);
      }
    },
  });
  // The form can be changed while it is being sent.
  const latest = useLatest(formik.values);
  const formProps = useFormProps(formik, () => once(formik.submitForm), formik);
  useTypedBeforeHydration(formProps.ref, options.initialValues, (typed) => void formik.setValues(typed));

  const errorOf = (name: keyof Values & string) =>
    (formik.touched[name] && (formik.errors[name] as string | undefined)) ||
    refused.messageFor(name, formik.values[name] ?? '');

  return {
    values: formik.values,
    isBusy: formik.isSubmitting,
    /** A notice with the last failure, to be shown above the button, unless the reason stands under a field. */
    failure,
    /** Whether it can be sent now: not before hydration, and not while it is being sent. */
    canSend: isHydrated && !formik.isSubmitting,
    /** Resets the form to these values, or to the initial ones. What was typed since it was sent stays. */
    startAgain: (values = options.initialValues) =>
      formik.resetForm({ values: { ...values, ...changesSince(sent.current, latest.current) } }),
    /** For the form element. POST, so that a form submitted without scripts does not put a password into the URL. */
    formProps: { ...formProps, method: 'post' },
    /** The props that an input needs. */
    field: (name: keyof Values & string) => ({
      ...formik.getFieldProps(name),
      required: true,
      error: errorOf(name),
    }),
  };
}

function changesSince<Values extends Record<string, string>>(before: Values, now: Values): Partial<Values> {
  const changed = Object.entries(now).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(changed) as Partial<Values>;
}
