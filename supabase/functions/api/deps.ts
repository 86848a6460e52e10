import type { DeepHealth } from '../_shared/contract/health.ts';
import type { Challenge } from '../_shared/http/challenge.ts';
import type { LogEntry } from '../_shared/http/log.ts';
import type { PublicReply } from '../_shared/http/public-reply.ts';
import type { Accounts, EmailConfirmations, OwnData, Passwords, SecondFactors } from './deps/accounts.ts';
import type { Administration, ProductImports } from './deps/administration.ts';
import type { Catalogue, Delivery } from './deps/catalogue.ts';
import type { Limits } from './deps/limits.ts';
import type { OrderLinks, Orders, PaymentForms, Payments } from './deps/orders.ts';
import type { Carts, Sessions } from './deps/sessions.ts';

export type ShopHealth = {
  /** Asks each part; what does not answer is part of the reply. */
  deep(): Promise<DeepHealth>;
};

/** What everybody is answered alike, kept for a moment. */
export type PublicReplies = {
  /**
   * The reply that is kept under this key, or a new one: all who wait for the same ask once.
   * @param admit runs before a caller asks, not for what is kept. @throws what it throws, to that caller alone
   */
  read(key: string, admit: () => Promise<void>, ask: () => Promise<PublicReply>): Promise<PublicReply>;
  /** The reply that is kept under this key and may still be given; null when somebody has to ask. */
  kept(key: string): PublicReply | null;
  /** Something has changed: nothing that was read before is answered again, nor by the CDN what carries one of these tags. */
  forget(tags: readonly string[]): void;
};

/** All that the routes need from the world; `index.ts` builds the real ones. */
export type Deps = {
  edgeProxySecret: string;
  catalogue: Catalogue;
  delivery: Delivery;
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
  productImports: ProductImports;
  limits: Limits;
  publicReplies: PublicReplies;
  /** Null when none is configured. */
  challenge: Challenge | null;
  health: ShopHealth;
  /** The key with which a monitor may ask how the shop's parts are; null when no monitor is set up. */
  healthKey: string | null;
  /** Starts sending what waits in the outbox, without waiting for it. */
  sendMessages(): void;
  log(entry: LogEntry): void;
};
