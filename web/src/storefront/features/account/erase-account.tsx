import { type EraseAccountRequest, eraseAccountSchema, type ErasureObstacle } from '@contract/own-data.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { PasswordField } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useAccountForm } from '#account/use-account-form.tsx';
import { useEraseAccount, useErasureObstacles } from './own-account-queries.ts';
import { Link } from 'react-router-dom';
import { orderNumber } from '@contract/order-number.ts';

type EraseAccountProps = {
  /** Called when the account is gone and nobody is signed in any more. */
  onErased: () => void;
};

/** Erases the account after showing the consequences and checking the password. */
export function EraseAccount({ onErased }: EraseAccountProps) {
  const [step, setStep] = useState<'closed' | 'open' | 'closed again'>('closed');
  if (step === 'open') return <EraseAccountForm onErased={onErased} onKeep={() => setStep('closed again')} />;
  return (
    <div>
      <Button
        size="large"
        variant="secondary"
        // The button that had the focus is gone.
        autoFocus={step === 'closed again'}
        onClick={() => setStep('open')}
      >
        Erase My Account
      </Button>
    </div>
  );
}

function EraseAccountForm({ onErased, onKeep }: EraseAccountProps & { onKeep: () => void }) {
  const erase = useEraseAccount();
  const obstacles = useErasureObstacles();
  const { formProps, field, failure, isBusy } = useAccountForm<EraseAccountRequest>({
    initialValues: { currentPassword: '' },
    schema: eraseAccountSchema,
    send: async (request) => {
      await erase.mutateAsync(request);
      onErased();
      showToast({
        title: 'Account Erased',
        description: 'Only the records of finished sales are left, without your name.',
      });
    },
    failureTitle: 'Account Not Erased',
  });

  return (
    <form {...formProps} className="stack gap-5" aria-labelledby="erase-account">
      <Notice
        tone="warning"
        announce="none"
        title={<span id="erase-account">Erasing your account cannot be undone</span>}
      >
        You are signed out everywhere, and the account, its cart and its messages are gone. Unpaid orders are
        cancelled. Finished orders stay as records of the sale, without your name, e-mail, phone and address:
        keep your receipts, because without them we cannot match a warranty claim to you. An open order
        prevents it: one that is paid and not delivered yet, or that your bank may still decide about.
      </Notice>
      <ErasureObstacles obstacles={obstacles.data ?? []} />
      <PasswordField
        label="Password to Erase"
        autoComplete="current-password"
        autoFocus
        {...field('currentPassword')}
      />
      {failure}
      <div className="flex gap-3 wrap">
        <Button type="submit" size="large" variant="danger" busy={isBusy}>
          {isBusy ? 'Erasing...' : 'Erase for Good'}
        </Button>
        <Button size="large" variant="quiet" onClick={onKeep}>
          Keep My Account
        </Button>
      </div>
    </form>
  );
}

const reasons: Record<ErasureObstacle['reason'], string> = {
  delivery: 'is paid and not delivered yet.',
  payment: 'may still be paid. Cancel it, or wait until the bank has decided.',
  money: 'has money in question. We are looking at it.',
};

/** The orders that prevent erasing the account, each with its reason. */
function ErasureObstacles({ obstacles }: { obstacles: readonly ErasureObstacle[] }) {
  return (
    // Rendered while empty: screen readers announce only changes.
    <div role="status">
      {obstacles.length > 0 ? (
        <Notice tone="info" announce="none" title="These orders prevent erasing your account">
          <ul>
            {obstacles.map(({ orderId, reason }) => (
              <li key={orderId}>
                <Link to={`/order-confirmation/${orderId}`}>Order #{orderNumber(orderId)}</Link>{' '}
                {reasons[reason]}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  );
}
