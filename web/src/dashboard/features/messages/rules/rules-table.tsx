import type { MessageRule, MessageRules } from '@contract/message-rules.ts';
import { type MessageChannelName, type MessageKind, messageKinds } from '@contract/messages.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { classNames } from '#components/page/class-names.ts';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { channelLabels, kindLabels } from '#dashboard/lib/message-text.ts';
import { RecipientsDialog } from './recipients-dialog.tsx';
import { useChangeMessageRule } from './rule-queries.ts';
import styles from './rules-table.module.css';

const channels: readonly MessageChannelName[] = ['email', 'sms', 'whatsapp'];

/** Every kind of message with a check box per channel; those to the owner with their recipients. */
export function RulesTable({ rules: { rules, oldestAdmin } }: { rules: MessageRules }) {
  const [opened, setOpened] = useState<MessageKind | null>(null);
  const inOrder = messageKinds.flatMap((kind) => rules.find((rule) => rule.kind === kind) ?? []);
  const openedRule = rules.find((rule) => rule.kind === opened);
  return (
    <>
      <table className={classNames('table', styles.table)}>
        <caption className="visually-hidden">Which message goes out on which channel</caption>
        <thead>
          <tr>
            <th scope="col">Message</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={classNames('text-center', styles.channel)}>
                {channelLabels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder.map((rule) => (
            <RuleRow
              key={rule.kind}
              rule={rule}
              oldestAdmin={oldestAdmin}
              onOpen={() => setOpened(rule.kind)}
            />
          ))}
        </tbody>
      </table>
      {openedRule ? (
        <RecipientsDialog rule={openedRule} oldestAdmin={oldestAdmin} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}

type RuleRowProps = { rule: MessageRule; oldestAdmin: string | null; onOpen(): void };

function RuleRow({ rule, oldestAdmin, onOpen }: RuleRowProps) {
  const change = useChangeMessageRule();
  const isToOwner = rule.audience === 'owner';
  const recipients = [...(rule.emails.length > 0 ? rule.emails : [oldestAdmin ?? '']), ...rule.phones];
  const cannot: Partial<Record<MessageChannelName, boolean>> = isToOwner
    ? {
        sms: !rule.sms && !rule.phones.some((phone) => /^\+254[17]/.test(phone)),
        whatsapp: !rule.whatsapp && rule.phones.length === 0,
      }
    : {};
  return (
    <>
      <tr aria-busy={change.isPending || undefined} className={classNames(isToOwner && styles.first)}>
        <th scope="row">{kindLabels[rule.kind]}</th>
        {channels.map((channel) => (
          <td key={channel} className={classNames('text-center', styles.channel)}>
            <ChannelBox
              rule={rule}
              channel={channel}
              isImpossible={cannot[channel] ?? false}
              save={change.mutateAsync}
            />
          </td>
        ))}
      </tr>
      {isToOwner ? (
        <tr>
          <td colSpan={4}>
            <div className={classNames('row spread gap-3', styles.recipients)}>
              <span className="muted breaks">{recipients.join()}</span>
              <Button
                variant="quiet"
                className="rigid"
                aria-label={`Change who gets ${kindLabels[rule.kind]}`}
                onClick={onOpen}
              >
                Change
              </Button>
            </div>
          </td>
        </tr>
      ) : null}
      {change.error ? (
        <tr>
          <td colSpan={4}>
            <Notice tone="error" title="Not saved" error={change.error}>
              {errorSentence(change.error)}
            </Notice>
          </td>
        </tr>
      ) : null}
    </>
  );
}

type ChannelBoxProps = {
  rule: MessageRule;
  channel: MessageChannelName;
  isImpossible: boolean;
  save: ReturnType<typeof useChangeMessageRule>['mutateAsync'];
};

/** One channel of a message. Each is saved by itself: another one may be ticked meanwhile. */
function ChannelBox({ rule, channel, isImpossible, save }: ChannelBoxProps) {
  const once = useOnce();
  // What is being saved, until the rule is refetched.
  const [pending, setPending] = useState<boolean | null>(null);
  const tick = (isOn: boolean) =>
    once(async () => {
      setPending(isOn);
      const seen = { [channel]: rule[channel] };
      await save({ kind: rule.kind, changes: { [channel]: isOn }, seen }).finally(() => setPending(null));
    });
  return (
    <CheckBox
      label={`${kindLabels[rule.kind]} by ${channelLabels[channel]}`}
      isLabelHidden
      title={isImpossible ? 'Add a phone number first' : undefined}
      disabled={isImpossible}
      checked={pending ?? rule[channel]}
      onChange={({ target }) => tick(target.checked)}
    />
  );
}
