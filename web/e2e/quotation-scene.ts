import { randomUUID } from 'node:crypto';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import type { Quotation, StaffQuotation } from '../../supabase/functions/_shared/contract/quotations.ts';
import { callSqlAs } from '../../supabase/tests/admin-visitor.ts';
import { Visitor } from '../../supabase/tests/api-visitor.ts';
import { ownerElsewhere } from './admin-orders-scene.ts';

/** A quotation of two products that a county asks for. */
export async function quotationOfCounty() {
  const guest = new Visitor();
  const { body: products } = await guest.get<Product[]>('/api/products');
  const items = products
    .filter(({ stock }) => stock > 20)
    .slice(0, 2)
    .map(({ id }, index) => ({ productId: id, quantity: index + 1 }));
  const asked = {
    name: 'Akinyi Odhiambo',
    contact: '0712 345 678',
    county: '042',
    items,
    companyName: 'Kisumu County, Department of Water',
    pin: 'P051234567X',
  };
  const { status, body } = await guest.post<{ id: string; linkKey: string }>('/api/quotations', asked, {
    'idempotency-key': randomUUID(),
  });
  if (status !== 201) throw new Error(`No quotation: ${JSON.stringify(body)}`);
  const path = `/api/quotations/${body.id}`;
  const { body: quotation } = await guest.get<Quotation>(path, { 'x-order-key': body.linkKey });
  return { ...body, number: quotation.number };
}

/** Staff change a quotation on another device. */
export async function changeQuotation(id: string, over: object): Promise<StaffQuotation> {
  const owner = await ownerElsewhere();
  const { body: present } = await callSqlAs<StaffQuotation>(owner, 'quotation_as_staff', { p_id: id });
  const { lines, delivery, note, paymentTerms, termsDays, deliveryTime, version, validUntil } = present;
  const lastDay = new Date(Date.parse(validUntil) - 1000).toISOString().slice(0, 10);
  const { status, body } = await callSqlAs<StaffQuotation>(owner, 'change_quotation', {
    p_id: id,
    p_version: version,
    p_request: {
      lines,
      county: delivery.county,
      deliveryPrice: delivery.price,
      note,
      paymentTerms,
      termsDays,
      deliveryTime,
      lastDay,
      isWithdrawn: false,
      ...over,
    },
  });
  if (status !== 200) throw new Error(`Not changed: ${JSON.stringify(body)}`);
  return body;
}
