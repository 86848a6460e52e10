import type { MessageDetail } from '@contract/admin-messages.ts';
import { buyerKinds } from '@contract/messages.ts';
import { useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useFocusOnFirstInvalid } from '#lib/forms/use-focus-on-first-invalid.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { channelLabels } from '#dashboard/lib/message-text.ts';
import { type MessageStepRequest, useMessageStep } from './message-queries.ts';
import { actionsOf, type MessageAction, typedProblem } from './message-steps.ts';

const dialogTexts: Record<
  MessageAction,
  { label: string; title: string; done: string; description: string }
> = {
  again: {
    label: 'Send again',
    title: 'Send this message again',
    done: 'It goes out within a minute.',
    description:
      'If it may have gone out a short while ago, it is sent again under the same key, so that the provider does not deliver it twice. Otherwise a new message is written from the current facts, and anyone who got the first one gets a second.',
  },
  correct: {
    label: 'Correct the address',
    title: 'Send to another address',
    done: 'It goes out within a minute.',
    description: 'A new message is written and sent to the other address.',
  },
  unblock: {
    label: 'Unblock the address',
    title: 'Write to this address again',
    done: 'Messages go to it again.',
    description:
      'Messages that are written from now on go to this address again. This one can then be sent again too.',
  },
  stop: {
    label: 'Stop',
    title: 'Stop this message',
    done: 'It will not be sent.',
    description: 'It will not be sent unless you send it again.',
  },
  dismiss: {
    label: 'Settled',
    title: 'Nothing more needs to be done',
    done: 'It no longer appears under “Needs your attention”.',
    description: 'For instance because you called the buyer.',
  },
};

/** The actions for one message; each asks for confirmation. */
export function MessageActions({ message }: { message: MessageDetail }) {
  const [openStep, setOpenStep] = useState<MessageAction | null>(null);
  const [typed, setTyped] = useState('');
  const [submitCount, setSubmitCount] = useState(0);
  const [isForOrder, setIsForOrder] = useState(true);
  const fields = useRef<HTMLDivElement>(null);
  useFocusOnFirstInvalid(fields, { submitCount, isSubmitting: false });
  const isToBuyer = message.orderId !== null && (buyerKinds as readonly string[]).includes(message.kind);
  const step = useMessageStep(message.id);
  const actions = actionsOf(message);
  const text = openStep ? dialogTexts[openStep] : dialogTexts.again;
  const open = (action: MessageAction) => {
    setTyped(action === 'correct' ? message.recipient : '');
    setIsForOrder(true);
    setSubmitCount(0);
    setOpenStep(action);
  };
  const problem = openStep ? typedProblem(openStep, message.channel, typed) : '';
  const check = () => {
    setSubmitCount(submitCount + 1);
    return problem === '';
  };
  const act = async () => {
    if (openStep) await step.mutateAsync(requestOf(openStep, typed, isToBuyer && isForOrder));
    showToast({ title: text.label, description: text.done });
  };
  return (
    <>
      <div className="cluster gap-3">
        {actions.map((action) => (
          <Button key={action} variant="secondary" onClick={() => open(action)}>
            {dialogTexts[action].label}
          </Button>
        ))}
      </div>
      <ConfirmAction
        isOpen={openStep !== null}
        title={text.title}
        confirmLabel={text.label}
        check={check}
        act={act}
        failureTitle="The action failed"
        onClose={() => setOpenStep(null)}
      >
        <p>{text.description}</p>
        {openStep === 'correct' || openStep === 'dismiss' ? (
          <div ref={fields}>
            <Field
              label={
                openStep === 'dismiss'
                  ? 'What was done'
                  : message.channel === 'email'
                    ? 'E-mail'
                    : 'Phone number'
              }
              value={typed}
              maxLength={openStep === 'dismiss' ? 1000 : 254}
              error={submitCount > 0 && problem}
              onChange={({ target }: { target: { value: string } }) => setTyped(target.value)}
            />
          </div>
        ) : null}
        {openStep === 'correct' && isToBuyer ? (
          <>
            <CheckBox
              label="Use it for the order’s further messages too"
              checked={isForOrder}
              onChange={({ target }) => setIsForOrder(target.checked)}
            />
            <p className="muted">
              {`For ${channelLabels[message.channel]} only. The buyer still finds and claims the order with what was typed at the checkout. If somebody else has the wrong address, end the order’s old links on its page.`}
            </p>
          </>
        ) : null}
      </ConfirmAction>
    </>
  );
}

function requestOf(action: MessageAction, typed: string, isForOrder: boolean): MessageStepRequest {
  if (action === 'dismiss') return { step: 'dismissed', detail: typed };
  if (action === 'stop') return { step: 'stopped' };
  if (action === 'unblock') return { step: 'address unblocked' };
  if (action === 'again') return { step: 'sent again' };
  return { step: isForOrder ? 'address corrected for the order' : 'address corrected', detail: typed };
}
