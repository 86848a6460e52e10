import { vatClassLabels, vatClasses, type ProductVat, type VatClass } from '@contract/papers.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { useTypedForm } from '#lib/forms/use-typed-form.ts';

/** The VAT of a product: the standard rate unless the owner has evidence for another. */
export function ProductVatForm({ productId }: { productId: string }) {
  const vat = useQuery(
    sqlQueryAlwaysStale(['products', 'vat', productId], 'vat_of_product', { p_product_id: productId }),
  );
  return (
    <Loaded query={vat} what="the VAT" lines={1}>
      {(known) => <VatForm key={known?.class} productId={productId} known={known} />}
    </Loaded>
  );
}

function VatForm({ productId, known }: { productId: string; known: ProductVat | null }) {
  const [vatClass, setVatClass] = useState<VatClass>(known?.class ?? 'standard');
  const [evidence, setEvidence] = useState(known?.evidence ?? '');
  const save = useAdminWrite(() =>
    callSql('set_product_vat', { p_product_id: productId, p_class: vatClass, p_evidence: evidence.trim() }),
  );
  const form = useTypedForm(save.isPending);
  const problem =
    vatClass !== 'standard' && evidence.trim() === '' ? 'Say why it is not the standard rate' : undefined;
  const send = async () => {
    if (problem) return;
    await save.mutateAsync(undefined);
    showToast({ title: 'VAT saved', description: 'It counts for invoices from now on.' });
  };
  return (
    <form {...form.props} onSubmit={(event) => form.submit(send, event)} className="stack gap-3">
      <SelectField
        label="VAT"
        options={optionsOf(vatClasses, vatClassLabels)}
        value={vatClass}
        onChange={({ target }) => setVatClass(target.value as VatClass)}
      />
      {vatClass === 'standard' ? null : (
        <Field
          label="Evidence"
          maxLength={500}
          autoComplete="off"
          hint="For solar goods: the recommendation of the energy Cabinet Secretary. Ask your accountant."
          value={evidence}
          error={form.isTried && problem}
          onChange={({ target }) => setEvidence(target.value)}
        />
      )}
      <NotSaved title="Not saved" error={save.error} />
      {vatClass !== (known?.class ?? 'standard') || evidence.trim() !== (known?.evidence ?? '') ? (
        <div>
          <Button type="submit" variant="secondary" busy={save.isPending}>
            Save VAT
          </Button>
        </div>
      ) : null}
    </form>
  );
}
