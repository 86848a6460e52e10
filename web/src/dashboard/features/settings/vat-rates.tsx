import { vatClassLabels } from '@contract/papers.ts';
import { addDays } from '@contract/calendar-days.ts';
import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import styles from './settings.module.css';
import { checkedVatRate, type RatedClass } from './typed-vat-rate.ts';
import { useAddVatRate, useRemoveVatRate, useVatRates, type VatRate } from './vat-rate-queries.ts';

/** The rates of VAT by the day from which they count, and those to come, which the owner adds and removes. */
export function VatRates() {
  const [removing, setRemoving] = useState<VatRate | null>(null);
  const remove = useRemoveVatRate();
  const today = nairobiDay();
  return (
    <div className={classNames('stack gap-5', styles.columns)}>
      <Loaded query={useVatRates()} what="the rates" lines={4}>
        {(rates) => (
          <ul className="card stack divided">
            {rates.filter(isRated).map((rate) => (
              <li key={rate.id} className="cluster spread gap-4 pad-row">
                <span className="tabular">
                  <strong>{percentOf(rate)}</strong>
                  <p className="muted">{`From ${formatDay(rate.from_day)}`}</p>
                </span>
                {rate.from_day > today ? (
                  <Button
                    variant="quiet"
                    aria-label={`Remove ${nameOf(rate)}`}
                    onClick={() => setRemoving(rate)}
                  >
                    Remove
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <AddVatRate />
      <ConfirmAction
        isOpen={removing !== null}
        title="Remove this rate?"
        confirmLabel="Remove"
        failureTitle="Not removed"
        act={async () => {
          if (!removing) return;
          if ((await remove.mutateAsync(removing.id)) === 'removed') showToast({ title: 'Rate Removed' });
          else {
            showToast({
              title: 'Rate Not Removed',
              description: 'It counts already, or was removed before.',
              tone: 'destructive',
            });
          }
        }}
        onClose={() => setRemoving(null)}
      >
        <p>{removing ? `${nameOf(removing)}: the rate before it goes on.` : null}</p>
      </ConfirmAction>
    </div>
  );
}

function AddVatRate() {
  const add = useAddVatRate();
  const [vatClass, setVatClass] = useState<RatedClass>('standard');
  const check = (typed: typeof empty) => checkedVatRate({ ...typed, vatClass }, nairobiDay());
  const { field, ...form } = useTypedFields(empty, (typed) => check(typed).problems, add.isPending);
  const save = async () => {
    // Not that of the last rendering: the day may have ended since.
    const { rate } = check(form.typed);
    if (!rate) return;
    await add.mutateAsync(rate);
    form.begin(empty);
    showToast({ title: 'Rate Added', description: 'Orders paid from that day on have it.' });
  };
  const refusal = add.error instanceof ApiError ? refusals[add.error.status] : undefined;
  return (
    <form {...form.props} onSubmit={(event) => form.submit(save, event)} aria-label="Add a rate">
      <div className="stack gap-4">
        <SelectField
          label="VAT"
          options={optionsOf(['standard', 'reduced'], vatClassLabels)}
          value={vatClass}
          onChange={({ target }) => setVatClass(target.value as RatedClass)}
        />
        <Field
          label="Rate in percent"
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          {...field('rate')}
        />
        <Field label="From day" type="date" min={addDays(nairobiDay(), 1)} {...field('from')} />
        <NotSaved title="The rate is not added" error={add.error} reason={refusal} />
        <Button type="submit" variant="secondary" busy={add.isPending} className="self-start">
          Add Rate
        </Button>
      </div>
    </form>
  );
}

/** Of the table, by the status of the reply. */
const refusals: Partial<Record<number, string>> = {
  403: 'This day has begun in Nairobi. Please choose a later one.',
  409: 'This day has a rate already. Remove it first to change it.',
};

const empty = { rate: '', from: '' };

const isRated = ({ class: vatClass }: VatRate) => vatClass === 'standard' || vatClass === 'reduced';

const percentOf = (rate: VatRate) => `${vatClassLabels[rate.class]}, ${rate.basis_points / 100}\u00a0%`;

const nameOf = (rate: VatRate) => `${percentOf(rate)}, from ${formatDay(rate.from_day)}`;
