import { leastSearched, type DashboardFindings } from '@contract/admin-customers.ts';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { SearchField, type Suggested, type SuggestionGroup } from '#components/search/search-field.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import styles from './dashboard-search.module.css';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import type { Permission } from '@contract/staff.ts';
import { QuotationBadge } from '#dashboard/components/quotation-badge.tsx';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { orderNumber } from '@contract/order-number.ts';

/** A page or an action that the search finds, by the beginnings of words. */
type Place = { to: string; label: string; words?: string };

/**
 * The dashboard's one search, over its pages and what the role may see, in its place in the header. Ctrl or Cmd and K go to
 * it.
 */
export function DashboardSearch({ places }: { places: readonly Place[] }) {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const useSuggested = (typed: string) => useFindings(typed, places);
  useSearchKey(() => form.current?.querySelector('input')?.focus());
  // Read again once the header is there, which may be rendered together with this.
  const place = useSyncExternalStore(neverChanges, findPlace);
  if (!place) return null;
  return createPortal(
    <div className={`anchor ${styles.search}`}>
      <SearchField
        label="Order, buyer, payment, product, serial number"
        placeholder="Search"
        text={text}
        onText={setText}
        noun="result"
        useSuggested={useSuggested}
        // What one is looking for is mostly the first.
        onSearch={(_, [first]) => {
          if (!first) return false;
          void navigate(first.to);
        }}
        form={form}
      />
    </div>,
    place,
  );
}

const findPlace = () => document.getElementById('dashboard-search');
const neverChanges = () => () => {};

function useFindings(typed: string, places: readonly Place[]): Suggested {
  const may = useMay();
  const query = useDebounced(typed, 250);
  const isLong = typed.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= leastSearched;
  const { data, error, isFetching, refetch } = useSql(
    'search_dashboard',
    { p_query: query },
    { enabled: isLong && query === typed },
  );
  // Known at once, and first.
  const pages = pagesOf(typed, places);
  if (!isLong) return { groups: pages };
  // Only what belongs to the text that stands there: Enter opens the first.
  if (query !== typed || isFetching)
    return { groups: pages, instead: 'Searching…', isPending: pages.length === 0 };
  if (error)
    return {
      groups: pages,
      instead: `The search failed. ${errorSentence(error)}`,
      action: (
        // The focus stays in the field, so the list stays open.
        <Button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => void refetch()}>
          Try again
        </Button>
      ),
    };
  const groups = data ? [...pages, ...findingGroups(data, may)] : pages;
  return { groups, instead: `Nothing found for “${typed}”.` };
}

function pagesOf(typed: string, places: readonly Place[]): Suggested['groups'] {
  const words = typed.toLowerCase().split(/\s+/);
  const suggestions = places
    .filter(({ label, words: others = '' }) => {
      const known = `${label} ${others}`.toLowerCase().split(' ');
      return typed !== '' && words.every((word) => known.some((one) => one.startsWith(word)));
    })
    .map(({ to, label }) => ({ to, label }));
  return suggestions.length > 0 ? [{ title: 'Pages', suggestions }] : [];
}

/** Calls back on Ctrl or Cmd and K; never while a dialog is open. */
function useSearchKey(onKey: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isK = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isK || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onKey();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

const ending = (text: ReactNode) => <span className="muted rigid">{text}</span>;

/** `KES 43,800`, or `KES 43,800, KES 1,300 due` where not simply the total is asked for. */
const sumsOf = ({ totalAmount, dueCents }: DashboardFindings['orders'][number]) =>
  formatKes(totalAmount) +
  (dueCents > 0 && dueCents !== totalAmount * 100 ? `, ${formatCents(dueCents)} due` : '');

/** What was found as links in display order, without empty groups. */
function findingGroups(
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
      suggestions: payments.map(({ id, method, reference, cents }) => ({
        to: `/admin/transactions?transaction=${id}`,
        label: `${paymentMethodLabels[method]} ${reference}`,
        end: ending(formatCents(cents)),
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
