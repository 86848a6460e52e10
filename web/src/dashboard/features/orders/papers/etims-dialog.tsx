import type { IssuedPaperOfOrder } from '@contract/admin-orders.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import type { EtimsEntry } from '@contract/papers.ts';
import { useState } from 'react';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { Notice } from '#components/page/notice.tsx';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { etimsEntry, etimsRefusals, type TypedEtims } from '#dashboard/lib/etims-entry.ts';

type EtimsDialogProps = {
  /** Null while the dialog is closed. */
  paper: IssuedPaperOfOrder | null;
  onClose(): void;
};

/** Writes down what eTIMS answered about an invoice or credit note. */
export function EtimsDialog({ paper, onClose }: EtimsDialogProps) {
  return (
    <FormDialog
      isOpen={paper !== null}
      title={`eTIMS of ${paper?.number ?? ''}`}
      confirmLabel="Save"
      onClose={onClose}
    >
      {paper ? <EtimsForm key={paper.number} paper={paper} onDone={onClose} /> : null}
    </FormDialog>
  );
}

const fields = [
  { name: 'unit', label: 'Control unit number' },
  { name: 'receipt', label: 'Receipt number of the control unit', inputMode: 'numeric' },
  { name: 'signature', label: 'Signature' },
  { name: 'internalData', label: 'Internal data', hint: 'Optional.' },
  { name: 'signedAt', label: 'Signed at', hint: 'In Nairobi, such as 2026-11-27 14:05.' },
  {
    name: 'qr',
    label: 'Text of the QR code',
    hint: 'Left empty, it is made from the PIN and the signature.',
  },
] as const;

function EtimsForm({ paper, onDone }: { paper: IssuedPaperOfOrder; onDone(): void }) {
  const form = useDialogForm();
  const enter = useAdminWrite((entry: EtimsEntry) => callSql('enter_etims', { p_entries: [entry] }));
  const [typed, setTyped] = useState(() => typedOf(paper));
  const { entry, problems } = etimsEntry(typed);
  const send = async () => {
    if (!entry) return;
    const { entered } = await enter.mutateAsync(entry);
    if (entered === 0) return;
    showToast({ title: 'eTIMS Saved', description: `${paper.number} is printed with it from now on.` });
    onDone();
  };
  const [refused] = enter.data?.problems ?? [];
  return (
    <form {...form.props} onSubmit={(event) => form.submit(send, event)}>
      {fields.map(({ name, ...field }) => (
        <Field
          key={name}
          {...field}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          error={form.isTried && problems[name]}
          value={typed[name]}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        />
      ))}
      {refused ? (
        <Notice tone="error" title="eTIMS is not saved">
          {etimsRefusals[refused.problem]}
        </Notice>
      ) : null}
      <NotSaved title="eTIMS is not saved" error={enter.error} />
    </form>
  );
}

const typedOf = ({ number, etims }: IssuedPaperOfOrder): TypedEtims => ({
  number,
  unit: etims?.unit ?? '',
  receipt: etims ? String(etims.receipt) : '',
  signature: etims?.signature ?? '',
  internalData: etims?.internalData ?? '',
  signedAt: etims ? nairobiMinute(etims.signedAt) : '',
  qr: etims?.qr ?? '',
});
