import { useFormik } from 'formik';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { object, type Schema } from 'yup';
import { showFailure } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { parsedBy } from '#lib/forms/draft-schema.ts';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { useRefusedValues } from '#lib/forms/use-refused-values.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { useRefreshAdmin } from './admin-queries.ts';
import { isOutcomeUnknown } from './is-outcome-unknown.ts';
import { nothingSent, type SentRequest, sentSchema, withIdempotencyKey } from './sent-request.ts';

type Problems = Partial<Record<string, string>>;

type FormOptions<Typed, Value, Reply> = {
  initial: Typed;
  /**
   * What was typed as the contract's schema reads it, or a sentence for each wrong field by its path.
   * @param how the value of the button that was pressed
   */
  read(typed: Typed, how: string): { value?: Value | undefined; problems: Problems };
  /**
   * Sends it; rejects when it failed.
   * @param sent the idempotency key, the same for the same request; `failure`: why this very request failed before
   */
  send(value: Value, sent: { id: string; failure: unknown }): Promise<Reply>;
  /** Called once it is sent and the screen shows it. Its dialog is closed then, unless this returns true. */
  onSent?(reply: Reply, value: Value, sent: { id: string; how: string }): unknown;
  /** Called once it has failed and the screen shows what is true now. */
  onFailed?(error: unknown): void;
  /** Where it is stored until it is sent. */
  draft?: ReturnType<typeof formDraft<Typed>>;
};

/** Where a tab stores what is typed until it is sent: it survives a reload, Back and a failure. */
export const formDraft = <Typed>(
  name: string,
  version: number,
  // oxlint-disable-next-line typescript/no-explicit-any -- whether a field has a default is of no account
  fields: { [Name in keyof Typed]: Schema<Typed[Name] | undefined, any, any, any> },
) =>
  tabState(
    name,
    version,
    parsedBy(
      object({ typed: object(fields).default(undefined).required(), sent: sentSchema }) as unknown as Schema<
        FormDraft<Typed>
      >,
    ),
  );

/** What is typed, and the last request that was sent. */
export type FormDraft<Typed> = { typed: Typed; sent: SentRequest };

/** The fields with one text. */
type TextName<Typed> = {
  [Name in keyof Typed]: Typed[Name] extends string ? Name : never;
}[keyof Typed] &
  string;

/** What the shop refuses about a field by a code of its own. */
const refusedFields: Record<string, string> = { refund_day_wrong: 'day', payment_day_wrong: 'day' };

/**
 * A form of the dashboard, by formik: read by a schema, sent once and never lost by a failure. From the first attempt
 * on, errors stand at their fields, and the first one has the focus.
 */
export function useForm<Typed extends object, Value, Reply>({
  initial,
  read,
  send,
  onSent,
  onFailed,
  draft,
}: FormOptions<Typed, Value, Reply>) {
  const once = useOnce();
  const refresh = useRefreshAdmin();
  const refused = useRefusedValues();
  /** The dialog that shows it, while it is open: it may be open again when a reply comes, for something else. */
  const dialog = useRef<{ readonly current: { confirmLabel: string; onClose(): void } }>(null);
  const [stored] = useState(() => draft?.recall() ?? null);
  const [base, setBase] = useState(initial);
  const [failure, setFailure] = useState<unknown>(null);
  const [isRestored, setIsRestored] = useState(stored !== null);
  const [how, setHow] = useState('');
  const pressed = useRef('');
  const sent = useRef(stored?.sent ?? nothingSent);
  /** What is being sent. */
  const sending = useRef<Typed>(null);

  const formik = useFormik<Typed>({
    initialValues: stored?.typed ?? initial,
    validateOnChange: false,
    validateOnBlur: false,
    validate: (typed) =>
      Object.fromEntries(
        Object.entries(read(typed, pressed.current).problems).filter(([, wrong]) => wrong),
      ) as object,
    onSubmit: async (typed) => {
      const { value } = read(typed, pressed.current);
      if (value === undefined) return;
      const request = withIdempotencyKey(sent.current, value);
      const before = request === sent.current ? failure : null;
      sent.current = request;
      sending.current = typed;
      draft?.remember({ typed, sent: request });
      setFailure(null);
      const opened = dialog.current;
      const isOpen = () => dialog.current === opened;
      try {
        const how = pressed.current;
        const reply = await send(value, { id: request.id, failure: before });
        // The same once more is another request.
        sent.current = nothingSent;
        if (latest.current === typed) draft?.forget();
        else draft?.remember({ typed: latest.current, sent: nothingSent });
        if (!onSent && !opened) return void refresh();
        await refresh();
        const stays = onSent?.(reply, value, { id: request.id, how }) === true;
        if (isOpen() && !stays) opened?.current.onClose();
      } catch (error) {
        setFailure(error);
        const reply = error instanceof ApiError ? error.reply : null;
        const field = refusedFields[reply?.code ?? ''];
        refused.refuse(
          typed as Record<string, string>,
          field ? { [field]: reply?.message ?? '' } : (reply?.fields ?? {}),
        );
        await refresh();
        onFailed?.(error);
        if (!isOpen())
          showFailure(
            isOutcomeUnknown(error) ? 'No answer came' : `Not done: ${opened?.current.confirmLabel}`,
            error,
          );
      } finally {
        sending.current = null;
      }
    },
  });
  const { values: typed, isSubmitting: isBusy } = formik;
  const { ref, noValidate } = useFormProps(formik, () => {});
  const latest = useLatest(typed);
  const isDirty = JSON.stringify(typed) !== JSON.stringify(base);
  const store = useLatest(draft);
  useEffect(() => {
    if (isDirty) store.current?.remember({ typed, sent: sent.current });
    else store.current?.forget();
  }, [typed, isDirty, store]);
  const problems = formik.submitCount > 0 ? read(typed, how).problems : {};
  /** The error at a field, or a part of one: `lines[0].quantity`. */
  const problemOf = (path: string) =>
    problems[path] ?? refused.messageFor(path, String((typed as Record<string, unknown>)[path] ?? ''));
  const change = (changed: Partial<Typed> | ((now: Typed) => Typed)) =>
    void formik.setValues((now) => (typeof changed === 'function' ? changed(now) : { ...now, ...changed }));
  return {
    typed,
    change,
    problemOf,
    failure,
    isBusy,
    isDirty,
    /** The value of the button that was pressed last. */
    how,
    /** Whether what was typed before a reload is in the form. */
    isRestored: isRestored && isDirty,
    /** For its dialog. */
    dialog,
    /** For the form element. */
    props: {
      ref,
      noValidate,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        pressed.current = submitter instanceof HTMLButtonElement ? submitter.value : '';
        setHow(pressed.current);
        once(formik.submitForm);
      },
    },
    /** The props of an input or a select. */
    field: ((name) => ({
      value: typed[name] as string,
      error: problemOf(name),
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as Partial<Typed>),
    })) satisfies FieldOf<Typed>,
    /** Begins anew. Called when something was sent: what was typed since then stays, and it returns true. */
    startAgain: (next: Typed = initial) => {
      const isNewer = sending.current !== null && latest.current !== sending.current;
      setBase(next);
      setFailure(null);
      setIsRestored(false);
      formik.resetForm({ values: isNewer ? latest.current : next });
      return isNewer;
    },
  };
}

/** What gives the props of these fields. */
export type FieldOf<Typed> = (name: TextName<Typed>) => {
  value: string;
  error: string | undefined;
  onChange(event: { target: { value: string } }): void;
};
