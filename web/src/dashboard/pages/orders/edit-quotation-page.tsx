import { useParams } from 'react-router-dom';
import { EmptyState } from '#components/page/empty-state.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { EditQuotation } from '#dashboard/features/orders/quotations/edit-quotation.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';

/** `/admin/orders/quotations/:id`: what staff offer, with its link. */
export function EditQuotationPage() {
  const { id = '' } = useParams();
  return (
    <div className="stack gap-4">
      <BackLink to="/admin/orders/quotations">Quotations</BackLink>
      <Loaded query={useSql('quotation_as_staff', { p_id: id }, { of: id })} what="the quotation">
        {(quotation) =>
          quotation === null ? (
            <EmptyState
              title="Quotation not found"
              description="It was deleted half a year after its last day, or the address is not complete."
            />
          ) : (
            <>
              <h2>{`Quotation ${quotation.number}`}</h2>
              <EditQuotation quotation={quotation} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
