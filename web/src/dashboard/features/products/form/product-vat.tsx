import { type ProductVat, vatClassLabels, vatClasses, type VatClass } from '@contract/papers.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQuery, useSql } from '#dashboard/lib/admin-queries.ts';

const standard: ProductVat = { class: 'standard', evidence: '' };

/** The VAT of a product as typed: the standard rate unless the owner has evidence for another. @param id null: a new one */
export function useProductVat(id: string | null) {
  const queryClient = useQueryClient();
  const call = ['vat_of_product', { p_product_id: id ?? '' }] as const;
  const known = useSql(...call, { enabled: id !== null });
  const [typed, change] = useState<ProductVat | null>(null);
  const stored = known.data ?? standard;
  const values = typed ?? stored;
  const evidence = values.evidence.trim();
  const isDirty = values.class !== stored.class || evidence !== stored.evidence;
  return {
    values,
    change,
    isDirty,
    /** It cannot be changed before it is known. */
    isKnown: id === null || known.isSuccess,
    problems: (values.class !== 'standard' && !evidence
      ? { 'vat.evidence': 'Say why it is not the standard rate' }
      : {}) as Record<string, string>,
    save: async (productId: string) => {
      if (!isDirty) return;
      const request = { p_product_id: productId, p_class: values.class, p_evidence: evidence };
      const saved = await callSql('set_product_vat', request);
      if (id) queryClient.setQueryData(sqlQuery(...call).queryKey, saved);
      change((now) => (now === typed ? null : now));
    },
  };
}

type VatFieldsProps = { vat: ReturnType<typeof useProductVat>; error: string | undefined };

/** The class of VAT, and the evidence for another than the standard one. */
export function VatFields({ vat: { values, change, isKnown }, error }: VatFieldsProps) {
  return (
    <div className="pair gap-4 align-top">
      <SelectField
        label="VAT"
        hint="For invoices from now on"
        disabled={!isKnown}
        options={optionsOf(vatClasses, vatClassLabels)}
        value={values.class}
        onChange={({ target }) =>
          change({
            class: target.value as VatClass,
            evidence: target.value === 'standard' ? '' : values.evidence,
          })
        }
      />
      {values.class === 'standard' ? null : (
        <Field
          label="Evidence"
          maxLength={500}
          autoComplete="off"
          hint="For solar goods: the recommendation of the energy Cabinet Secretary. Ask your accountant."
          value={values.evidence}
          error={error}
          onChange={({ target }) => change({ ...values, evidence: target.value })}
        />
      )}
    </div>
  );
}
