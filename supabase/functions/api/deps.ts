import type { RowCursor } from '../_shared/contract/admin.ts';
import type { ProductFilter, ProductSort } from '../_shared/contract/product-filter.ts';
import type { LimitSubject } from '../_shared/contract/rate-limits.ts';
import type { PaymentForm } from '../_shared/contract/orders.ts';
import type { SearchWish } from '../_shared/contract/search-wish.ts';
import type { ShopDetails } from '../_shared/contract/shop-details.ts';
import type { paymentDecisions } from '../_shared/card-gateway/payment-decision.ts';
import type { LogEntry } from '../_shared/logging/log.ts';
import type { OrderLinks } from '../_shared/secrets/order-link.ts';
import type { PlacedOrder } from '../_shared/supabase/sql-replies.ts';
import type { shopHealthOf } from './data/shop-health.ts';
import type {
  supabaseAccounts,
  supabaseOwnData,
  supabaseEmailConfirmations,
} from './data/supabase-accounts.ts';
import type { supabaseAdministration } from './data/supabase-administration.ts';
import type { supabaseCarts } from './data/supabase-carts.ts';
import type { supabaseCatalogue, supabaseDelivery } from './data/supabase-catalogue.ts';
import type { supabaseLimits } from './data/supabase-limits.ts';
import type { supabaseOrders } from './data/supabase-orders.ts';
import type { supabasePasswords } from './data/supabase-passwords.ts';
import type { supabaseSecondFactors } from './data/supabase-second-factors.ts';
import type { supabaseSessions } from './data/supabase-sessions.ts';

/** The dependencies of the routes, of which they know the types alone; `index.ts` creates the real ones. */
export type Deps = {
  edgeProxySecret: string;
  catalogue: ReturnType<typeof supabaseCatalogue>;
  delivery: ReturnType<typeof supabaseDelivery>;
  shop: {
    /** What it is called and how it is reached. */
    details(): Promise<ShopDetails>;
    /** The text of a page; null when an admin writes none for it. */
    text(page: string): Promise<string | null>;
    /** The picture on its papers, as an address `data:…`; null without one, or when it cannot be read now. */
    logo(): Promise<string | null>;
  };
  orders: ReturnType<typeof supabaseOrders>;
  accounts: ReturnType<typeof supabaseAccounts>;
  passwords: ReturnType<typeof supabasePasswords>;
  emailConfirmations: ReturnType<typeof supabaseEmailConfirmations>;
  ownData: ReturnType<typeof supabaseOwnData>;
  secondFactors: ReturnType<typeof supabaseSecondFactors>;
  carts: ReturnType<typeof supabaseCarts>;
  sessions: ReturnType<typeof supabaseSessions>;
  paymentForms: { build(placed: PlacedOrder, siteOrigin: string): PaymentForm };
  payments: ReturnType<typeof paymentDecisions>;
  orderLinks: OrderLinks;
  administration: ReturnType<typeof supabaseAdministration>;
  limits: ReturnType<typeof supabaseLimits>;
  health: ReturnType<typeof shopHealthOf>;
  /** The key with which a monitor may read the health of each part; null when no monitor is set up. */
  healthKey: string | null;
  /** Starts sending what waits in the outbox, without waiting for it. */
  sendMessages(): void;
  log(entry: LogEntry): void;
};

/** The last position of a page: the sort step, the sort value as text and the product's id. */
export type ListPosition = [step: number, key: string, id: string];

/** With what its search asks for. */
export type SearchedFilter = ProductFilter & { wish?: SearchWish };

export type ProductListQuery = {
  filter: SearchedFilter;
  sort: ProductSort;
  /** Products, 1,000 at most. */
  limit: number;
  after: ListPosition | null;
};

/** The requested page of a list: its rows, and behind which row it begins, or behind how many. */
export type Page = { limit: number; after: RowCursor | number };

/** A page of a list of orders, newest first: before null is the first one. */
export type OrdersPage = { limit: number; before: { createdAt: string; id: string } | null };

/** A quotation, and the version of its link that the caller has. */
export type QuotationLink = { id: string; version: number };

/** From where a sign-in comes: with the value of the device's cookie, and browser and system in words, `Chrome on Android`. */
export type SignInSource = { clientAddress: string; device: string; browser: string | null };

/**
 * Who the callers of a limited action are, by what is counted, with the value of the device's cookie; hashed before it is
 * stored, as the id of a session is already. `place`: the address where it was counted itself before.
 */
export type LimitKeys = Partial<Record<LimitSubject | 'device' | 'place', string>>;
