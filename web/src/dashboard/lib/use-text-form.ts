import { useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { AnyObject, ObjectSchema } from 'yup';
import { ApiError } from '#lib/api/api-client.ts';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { useRefusedValues } from '#lib/forms/use-refused-values.ts';

type TextFormOptions = {
  /** The only field. */
  name: string;
  schema: ObjectSchema<AnyObject>;
  initialText: string;
  /** Sends the text; rejects when it failed. */
  send(text: string): Promise<unknown>;
  /** Called with the text whenever it changes, to store it. */
  onTyped?(text: string): void;
};

/** A form with one text field: validated by its schema, sent once, stored while typing. */
export function useTextForm({ name, schema, initialText, send, onTyped }: TextFormOptions) {
  const once = useOnce();
  const [failure, setFailure] = useState<unknown>(null);
  const refused = useRefusedValues();
  const sent = useRef('');
  const formik = useFormik<Record<string, string>>({
    initialValues: { [name]: initialText },
    validationSchema: schema,
    validateOnBlur: false,
    onSubmit: async (values) => {
      setFailure(null);
      sent.current = values[name] ?? '';
      try {
        await send(schema.cast(values)[name] as string);
      } catch (error) {
        const fields = error instanceof ApiError ? error.reply?.fields : undefined;
        if (fields) refused.refuse(values, fields);
        else setFailure(error);
      }
    },
  });
  const formProps = useFormProps(formik, () => once(formik.submitForm));

  const text = formik.values[name] ?? '';
  const latest = useLatest(text);
  const store = useLatest(onTyped);
  useEffect(() => store.current?.(text), [text, store]);

  return {
    failure,
    isBusy: formik.isSubmitting,
    /** Empties the form after its text was sent. Another text that was typed since then stays, and is stored again. */
    empty: () => {
      const rest = latest.current === sent.current ? '' : latest.current;
      formik.resetForm({ values: { [name]: rest } });
      store.current?.(rest);
    },
    formProps,
    fieldProps: {
      ...formik.getFieldProps(name),
      error: (formik.touched[name] && formik.errors[name]) || refused.messageFor(name, text),
    },
  };
}
