import type { DashboardFindings } from '@contract/admin-customers.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import type { Permission } from '@contract/staff.ts';
import type { ReactNode } from 'react';
import type { SuggestionGroup } from '#components/search/search-field.tsx';
import { QuotationBadge } from '#dashboard/components/quotation-badge.tsx';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { orderNumber } from '@contract/order-number.ts';

const ending = (text: ReactNode) => <span className="muted rigid">{text}</span>;

/** `KES 43,800`, or `KES 43,800, KES 1,300 due` where not simply the total is asked for. */
const sumsOf = ({ totalAmount, dueCents }: DashboardFindings['orders'][number]) =>
  formatKes(totalAmount) +
  (dueCents > 0 && dueCents !== totalAmount * 100 ? `, ${formatCents(dueCents)} due` : '');

/** What was found as links in display order, without empty groups. */
export function findingGroups(
  { orders, quotations, customers, payments, products, serials }: DashboardFindings,
  may: (permission: Permission) => boolean,
): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    {
      title: 'Orders',
      suggestions: orders.map((order) => ({
        to: `/admin/orders/${order.id}`,
        label: `#${orderNumber(order.id)} ${order.customerName}`,
        end: (
          <span className="inline-row wrap gap-2">
            <OrderStatusBadge of={order} />
            {ending(sumsOf(order))}
          </span>
        ),
      })),
    },
    {
      title: 'Quotations',
      suggestions: quotations.map(({ id, number, customerName, state }) => ({
        to: `/admin/orders/quotations/${id}`,
        label: `${number} ${customerName}`,
        end: <QuotationBadge state={state} />,
      })),
    },
    {
      title: 'Customers',
      suggestions: customers.map(({ id, name, company, phone }) => ({
        to: `/admin/customers/${id}`,
        label: company?.name ?? name,
        end: ending(phone),
      })),
    },
    {
      title: 'Payments',
      suggestions: payments.map(({ id, method, reference, amount }) => ({
        to: `/admin/transactions?transaction=${id}`,
        label: `${paymentMethodLabels[method]} ${reference}`,
        end: ending(formatKes(amount)),
      })),
    },
    {
      title: 'Products',
      suggestions: products.map(({ id, name, model, isActive }) => ({
        to: may('products.write')
          ? `/admin/products/${id}`
          : `/admin/products?q=${encodeURIComponent(model ?? name)}`,
        label: name,
        end: isActive ? null : ending('Archived'),
      })),
    },
    {
      title: 'Serial numbers',
      suggestions: serials.map(({ serial, orderId, productName }) => ({
        to: `/admin/orders/${orderId}`,
        label: `${serial}, ${productName}`,
        end: ending(`#${orderNumber(orderId)}`),
      })),
    },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}
