import type { Permission } from '@contract/staff.ts';
import type { WaitingCounts } from '@contract/admin-overview.ts';
import {
  ArrowLeftRight,
  Boxes,
  ChartColumn,
  FileText,
  HandCoins,
  House,
  Landmark,
  type LucideIcon,
  Mail,
  Package,
  Settings,
  ShoppingBag,
  Table2,
  UserCog,
  Users,
} from 'lucide-react';
import { permissionAt } from './desk-pages.ts';

/** A page or an action, with the words under which the search finds it too, and what it needs beside its page. */
export type Place = { to: string; label: string; words?: string; permission?: Permission };

/** A page in the menu. */
export type MenuLink = Place & { icon: LucideIcon; waits?: keyof WaitingCounts; pages?: readonly Place[] };

/** The menu: the specification's four, then what belongs together. */
const menu: readonly { title: string | null; links: readonly MenuLink[] }[] = [
  {
    title: null,
    links: [
      { to: '/admin', label: 'Overview', icon: House },
      { to: '/admin/products', label: 'Products', icon: Package, words: 'catalogue prices' },
      { to: '/admin/orders', label: 'Orders', icon: ShoppingBag, waits: 'orders' },
      {
        to: '/admin/transactions',
        label: 'Transactions',
        icon: ArrowLeftRight,
        waits: 'transactions',
        words: 'payments tasks',
      },
    ],
  },
  {
    title: 'Sell',
    links: [
      { to: '/admin/orders/quotations', label: 'Quotations', icon: FileText },
      {
        to: '/admin/customers',
        label: 'Customers',
        icon: Users,
        words: 'buyers accounts',
        pages: [{ to: '/admin/customers/recall', label: 'Recall', words: 'serial numbers warranty' }],
      },
    ],
  },
  {
    title: 'Goods',
    links: [
      { to: '/admin/products/stock', label: 'Stock', icon: Boxes, words: 'receive goods count shelf' },
      { to: '/admin/products/spreadsheet', label: 'Lists', icon: Table2, words: 'spreadsheet import export' },
    ],
  },
  {
    title: 'Money',
    links: [
      {
        to: '/admin/transactions/settlement',
        label: 'Statements',
        icon: Landmark,
        waits: 'statements',
        words: 'bank settlement',
      },
      { to: '/admin/customers/owed', label: 'Who Owes Us', icon: HandCoins, words: 'debtors' },
      { to: '/admin/reports', label: 'Report', icon: ChartColumn, words: 'sales vat etims' },
    ],
  },
  {
    title: 'Shop',
    links: [
      { to: '/admin/messages', label: 'Messages', icon: Mail, waits: 'messages', words: 'mails' },
      { to: '/admin/people', label: 'People', icon: UserCog, words: 'staff roles invite' },
      {
        to: '/admin/settings',
        label: 'Settings',
        icon: Settings,
        pages: [
          { to: '/admin/settings/shop', label: 'Shop details', words: 'phones address announcement' },
          { to: '/admin/settings/texts', label: 'Texts', words: 'terms privacy' },
          { to: '/admin/settings/delivery', label: 'Delivery', words: 'counties rates' },
          { to: '/admin/settings/holidays', label: 'Bank holidays' },
          { to: '/admin/messages/rules', label: 'Notifications', words: 'who gets what' },
          { to: '/admin/health', label: 'Health', words: 'limits jobs' },
        ],
      },
    ],
  },
];

/** What the search offers beside the pages. */
const actions: readonly Place[] = [
  { to: '/admin/orders/new', label: 'New Order' },
  { to: '/admin/orders/quotations/new', label: 'New Quotation' },
  { to: '/admin/orders?status=to-send', label: 'Orders to send or do', words: 'pack slips' },
  {
    to: '/admin/transactions?record=1',
    label: 'Record a payment',
    words: 'cash cheque mpesa transfer',
    permission: 'payments.record',
  },
  {
    to: '/admin/products#not-found',
    label: 'What shoppers did not find',
    words: 'searches misses',
    permission: 'products.write',
  },
  { to: '/admin/products/new', label: 'Add a product' },
];

type May = (permission: Permission) => boolean;

/** What somebody may open of the menu, without groups that are empty. */
export const menuFor = (may: May) =>
  menu
    .map(({ title, links }) => ({ title, links: links.filter(({ to }) => may(permissionAt(to))) }))
    .filter(({ links }) => links.length > 0);

/** The pages and actions for somebody, for the search. */
export const placesFor = (may: May): Place[] =>
  [
    ...menu.flatMap(({ links }) => links.flatMap((link): readonly Place[] => [link, ...(link.pages ?? [])])),
    ...actions,
  ].filter(({ to, permission }) => may(permission ?? permissionAt(to)));

/** The link of the menu that a page belongs to: the longest whose address begins its own. */
export function linkOfPage(pathname: string, links: readonly MenuLink[]): string | undefined {
  const isUnder = ({ to }: Place) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
  return links
    .flatMap((link) => [link, ...(link.pages ?? [])].filter(isUnder).map(({ to }) => [to, link.to] as const))
    .sort(([one], [other]) => other.length - one.length)[0]?.[1];
}
