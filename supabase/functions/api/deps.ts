import type { DeepHealth } from '../_shared/contract/health.ts';
import type { LogEntry } from '../_shared/logging/log.ts';
import type { OrderLinks } from '../_shared/secrets/order-link.ts';
import type { Accounts, EmailConfirmations, OwnData, Passwords, SecondFactors } from './deps/accounts.ts';
import type { Administration } from './deps/administration.ts';
import type { Catalogue, Delivery, Shop } from './deps/catalogue.ts';
import type { Limits } from './deps/limits.ts';
import type { Orders, PaymentForms, Payments } from './deps/orders.ts';
import type { Carts, Sessions } from './deps/sessions.ts';

export type ShopHealth = {
  /** A monitor with the key has asked. */
  noteMonitor(): Promise<void>;
  /** Checks each part; failures are part of the reply. */
  deep(): Promise<DeepHealth>;
};

/** The dependencies of the routes; `index.ts` creates the real ones. */
export type Deps = {
  edgeProxySecret: string;
  catalogue: Catalogue;
  delivery: Delivery;
  shop: Shop;
  orders: Orders;
  accounts: Accounts;
  passwords: Passwords;
  emailConfirmations: EmailConfirmations;
  ownData: OwnData;
  secondFactors: SecondFactors;
  carts: Carts;
  sessions: Sessions;
  paymentForms: PaymentForms;
  payments: Payments;
  orderLinks: OrderLinks;
  administration: Administration;
  limits: Limits;
  health: ShopHealth;
  /** The key with which a monitor may read the health of each part; null when no monitor is set up. */
  healthKey: string | null;
  /** Starts sending what waits in the outbox, without waiting for it. */
  sendMessages(): void;
  log(entry: LogEntry): void;
};
