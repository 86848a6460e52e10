import type { MessageRules } from '@contract/message-rules.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useForm } from '#dashboard/lib/use-form.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { changesForLevel, type Level, recipientLevels, typedRecipient } from './recipient-levels.ts';
import { useChangeMessageRule } from './rule-queries.ts';

const options = [
  { value: 'all', label: 'Everything' },
  { value: 'needed', label: 'What needs me' },
  { value: 'money', label: 'Money and health only' },
  { value: 'nothing', label: 'Nothing (remove)' },
];

/** Who of the shop is told what, by mail or SMS. */
export function Recipients({ rules }: { rules: MessageRules }) {
  const change = useChangeMessageRule();
  const once = useOnce();
  const [chosen, setChosen] = useState<{ address: string; level: Level } | null>(null);
  const tell = async (address: string, level: Level) => {
    for (const one of changesForLevel(rules, address, level)) await change.mutateAsync(one);
  };
  const form = useForm({
    initial: { address: '' },
    read: ({ address }) => {
      const { value, problem } = typedRecipient(address, rules);
      return { value, problems: problem ? { address: problem } : {} };
    },
    send: (address) => tell(address, 'needed'),
    onSent: (): boolean => form.startAgain(),
  });
  return (
    <section className="stack gap-3 text-width" aria-labelledby="recipients">
      <h3 id="recipients">Messages to you</h3>
      <p className="quiet">
        “What needs me” means paid orders, requests for a quotation, tasks about money, and what does not
        work; not low stock and the summary of the day.
      </p>
      {recipientLevels(rules).map(({ address, level }) => (
        <SelectField
          key={address}
          label={address}
          placeholder={level ? undefined : 'A choice of its own'}
          options={options}
          disabled={change.isPending}
          value={(chosen?.address === address ? chosen.level : level) ?? ''}
          onChange={({ target }) =>
            once(async () => {
              setChosen({ address, level: target.value as Level });
              await tell(address, target.value as Level).finally(() => setChosen(null));
              showToast({ title: 'Saved' });
            })
          }
        />
      ))}
      <form {...form.props} className="stack gap-2">
        <Field
          label="Another address"
          hint="E-mail, or a Kenyan mobile phone for SMS. It is told what needs you, until you choose otherwise."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('address')}
        />
        <Button type="submit" variant="secondary" className="self-start" busy={form.isBusy}>
          Add Address
        </Button>
      </form>
      <NotSaved title="Not saved" error={change.error} />
    </section>
  );
}
