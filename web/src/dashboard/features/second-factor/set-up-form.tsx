import {
  confirmSecondFactor,
  type ConfirmSecondFactorRequest,
  confirmSecondFactorSchema,
  type SecondFactorSecret,
} from '@contract/second-factor.ts';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';
import styles from './second-factor.module.css';
import qrcode from 'qrcode-generator';

type SetUpFormProps = {
  secret: SecondFactorSecret;
  /** Called with the recovery codes, which cannot be shown again. */
  onConfirmed(recoveryCodes: string[]): void;
};

/** Shows the secret to an authenticator app and takes its first code. */
export function SetUpForm({ secret, onConfirmed }: SetUpFormProps) {
  const { formProps, field, failure, isBusy } = useAccountForm<ConfirmSecondFactorRequest>({
    initialValues: { code: '' },
    schema: confirmSecondFactorSchema,
    send: async (body) => onConfirmed((await callApi(confirmSecondFactor, { body })).recoveryCodes),
    failureTitle: 'Code Not Accepted',
  });
  return (
    <form {...formProps} className="stack gap-5" aria-label="Authenticator app">
      <ol className={`stack gap-5 ${styles.steps}`}>
        <li>Install an authenticator app on your phone, such as Google Authenticator or Aegis.</li>
        <li>
          Scan this with the app, or type the key into it.
          <QrCode text={secret.link} label="QR code for your authenticator app" />
          Key: <code className="block mono breaks">{secret.key.match(/.{1,4}/g)?.join(' ')}</code>
        </li>
        <li>Enter the 6 digits that the app shows now.</li>
      </ol>
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={20}
        {...field('code')}
      />
      {failure}
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {isBusy ? 'Checking...' : 'Confirm'}
      </Button>
    </form>
  );
}

/** Light modules around the code, as required by ISO/IEC 18004. */
const margin = 4;

/** A text as a QR code, rendered locally: the text is not sent to any service. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  const squares = indexes.flatMap((row) =>
    indexes.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  const size = indexes.length + 2 * margin;
  return (
    <svg
      className={`full framed ${styles.qrCode}`}
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={squares.join('')} />
    </svg>
  );
}
