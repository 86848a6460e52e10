import type { DeepHealth } from '../_shared/contract/health.ts';
import type {
  AccessToken,
  AdminOrder,
  AdminProduct,
  AdminStats,
  OwnerTask,
  Transaction,
} from '../_shared/contract/admin.ts';
import type { OrderNote } from '../_shared/contract/admin-orders.ts';
import type {
  AddOrderNoteRequest,
  AdvanceOrderRequest,
  CloseOwnerTaskRequest,
  SetUserRoleRequest,
} from '../_shared/contract/admin-requests.ts';
import type { CorrectRefundRequest, RecordRefundRequest } from '../_shared/contract/refunds.ts';
import type { AskedBy, BrokenInvariants, Reconciliation } from '../_shared/contract/admin-transactions.ts';
import type { Overview, OverviewPeriod } from '../_shared/contract/admin-overview.ts';
import type { LoginRequest, RegisterRequest, UpdateProfileRequest, User } from '../_shared/contract/auth.ts';
import type { DeliveryCounty, DeliveryQuote } from '../_shared/contract/delivery.ts';
import type { OpenOrder, PaymentForm } from '../_shared/contract/orders.ts';
import type { AccountExport } from '../_shared/contract/own-data.ts';
import type { ClaimOrderRequest, FindOrderRequest } from '../_shared/contract/order-access.ts';
import type { LimitedAction, LimitSubject } from '../_shared/contract/rate-limits.ts';
import type { PlaceOrderRequest } from '../_shared/contract/place-order.ts';
import type { ChangeProductsRequest } from '../_shared/contract/product-changes.ts';
import type { CreateProductRequest, UpdateProductRequest } from '../_shared/contract/product-form.ts';
import type {
  ImportProductsRequest,
  ProductImport,
  UndoImportRequest,
} from '../_shared/contract/product-imports.ts';
import type { SecondFactorSecret, SecondFactorState } from '../_shared/contract/second-factor.ts';
import type { ProductIndex } from '../_shared/contract/product-index.ts';
import type { Product, ProductPage, SearchReply, Suggestions } from '../_shared/contract/products.ts';
import type { ProductFacets, ProductFilter, ProductSort } from '../_shared/contract/product-filter.ts';
import type { MergeCartRequest, SaveCartRequest } from '../_shared/contract/save-cart.ts';
import type { SignedInDevice } from '../_shared/contract/signed-in-devices.ts';
import type { Challenge } from '../_shared/http/challenge.ts';
import type { LogEntry } from '../_shared/http/log.ts';
import type { PublicReply } from '../_shared/http/public-reply.ts';
import type {
  AuthTokens,
  EarlierOrder,
  Paged,
  PlacedOrder,
  SessionContent,
  StoredCartLine,
  StoredOrder,
} from '../_shared/supabase/sql-replies.ts';

/** Where a page of a list ends: the step of the order, the value sorted by as text, the product's id. */
export type ProductListPlace = [step: number, key: string, id: string];

export type ProductListQuestion = {
  filter: ProductFilter;
  sort: ProductSort;
  /** Products, 1,000 at most. */
  limit: number;
  after: ProductListPlace | null;
};

export type Catalogue = {
  /** @throws Refusal `unknown_filter`, `invalid_cursor` */
  list(question: ProductListQuestion): Promise<{ products: Product[]; next: ProductListPlace | null }>;
  /** How many products a filter leaves. @throws Refusal `unknown_filter` */
  count(filter: ProductFilter): Promise<number>;
  /** @throws Refusal `unknown_filter` */
  facets(filter: ProductFilter): Promise<ProductFacets>;
  /** What a shopper who typed this means. */
  search(query: string): Promise<SearchReply>;
  suggest(typed: string): Promise<Suggestions>;
  /** What browsers keep of everything on sale. */
  index(): Promise<ProductIndex>;
  /** Those of these ids that are on sale, in no particular order. */
  listOfIds(ids: readonly string[]): Promise<Product[]>;
  /** By id, slug or former slug; null when no such product is on sale or was ever sold. */
  page(idOrSlug: string): Promise<ProductPage | null>;
};

export type Delivery = {
  /** In the order of their numbers. */
  counties(): Promise<DeliveryCounty[]>;
  /** @param county its number; null where nobody has said where to. @throws Refusal `invalid_request` for no such county */
  quote(county: string | null, items: StoredCartLine[]): Promise<DeliveryQuote>;
};

export type Orders = {
  /** The pieces that the unpaid orders of a session and its account hold. */
  ownHolds(sid: string): Promise<StoredCartLine[]>;
  /**
   * Writes the session too, when it is new. Answers without a transaction for an earlier order whose payment must be
   * taken up with `Payments.payAgain`.
   * @throws Refusal as `placeOrder` of the contract, `too_many_requests`
   */
  placeOrder(
    sid: string,
    source: CallSource,
    idempotencyKey: string | undefined,
    request: PlaceOrderRequest,
  ): Promise<PlacedOrder | EarlierOrder>;
  /** @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `money_received` */
  cancel(sid: string, orderId: string): Promise<StoredOrder>;
  /** One order as a session sees it, or whoever has shown the key of this version of its link; null when they see nothing. */
  find(sid: string | null, orderId: string, linkVersion: number | null): Promise<StoredOrder | null>;
  listOfSession(sid: string): Promise<StoredOrder[]>;
  listOfUser(tokens: AuthTokens): Promise<StoredOrder[]>;
  /** By number and contact; null for any wrong guess. */
  lookUp(request: FindOrderRequest): Promise<{ orderId: string; linkVersion: number } | null>;
  /** The orders with this number, for who holds a short link to one of them. */
  linksOfNumber(orderNumber: string): Promise<{ orderId: string; linkVersion: number }[]>;
  /** Null when the contact is not the order's. @throws Refusal `not_found`, `not_signed_in` */
  claim(sid: string, orderId: string, request: ClaimOrderRequest): Promise<StoredOrder | null>;
  /** @throws Refusal `not_found` */
  renewLink(sid: string, orderId: string): Promise<StoredOrder>;
  /** The unpaid and undecided orders of a session and of its account. */
  listOpen(sid: string): Promise<OpenOrder[]>;
};

/** `clientAddress`: whose doing it is, for the limits of the auth service itself. */
export type Accounts = {
  /** @throws Refusal `bad_credentials` */
  signIn(request: LoginRequest, clientAddress: string): Promise<AuthTokens>;
  /** @throws Refusal `email_taken` */
  register(request: RegisterRequest, clientAddress: string): Promise<AuthTokens>;
  signOut(accessToken: string): Promise<void>;
  /** Null when the session has ended for good; throws `service_unavailable` when nobody could say. */
  refresh(refreshToken: string, clientAddress: string): Promise<AuthTokens | null>;
  /** The caller's own profile; null when there is none. @throws Refusal `not_signed_in` */
  profile(tokens: AuthTokens): Promise<User | null>;
  /** Changes the caller's own profile; null when there is none. @throws Refusal `not_signed_in` */
  updateProfile(tokens: AuthTokens, request: UpdateProfileRequest): Promise<User | null>;
};

export type Passwords = {
  /**
   * Mails a link when the address has an account.
   * @throws Error when the mail was not sent, which only addresses with an account meet; Refusal for everybody alike
   */
  sendResetLink(email: string, clientAddress: string): Promise<void>;
  /**
   * Uses up the link's token. @param admit whether whoever used the link may have this password
   * @throws Refusal `reset_link_expired`, or what `admit` throws: then nothing is changed, and nobody signed in
   */
  reset(
    token: string,
    password: string,
    clientAddress: string,
    admit: (tokens: AuthTokens) => Promise<void>,
  ): Promise<AuthTokens>;
  /** A new sign-in with the current password, which then is changed. @throws Refusal `wrong_password` */
  change(
    email: string,
    currentPassword: string,
    newPassword: string,
    clientAddress: string,
  ): Promise<AuthTokens>;
  /** Is it the password of the account with this e-mail? @throws Refusal `wrong_password` */
  check(email: string, password: string, clientAddress: string): Promise<void>;
  /** Notes that an admin has typed their password, and it was right. @throws Refusal `not_signed_in` */
  noteProved(tokens: AuthTokens): Promise<void>;
  /** Why an admin may not have this password, in a sentence; null when they may. */
  problemForStaff(password: string, admin: User): Promise<string | null>;
  /** Ends every other sign-in of the account at the auth service. */
  endOtherSignIns(accessToken: string): Promise<void>;
};

export type EmailConfirmations = {
  /**
   * Puts a link into the outbox, to the account's own address or to the one that it is to change to; false when the
   * address is confirmed already. @throws Refusal `email_taken`
   */
  request(userId: string, email?: string): Promise<boolean>;
  /**
   * The person has used the link: the address it was sent to is the account's, and confirmed. False for what is no link
   * of this shop. @throws Refusal `confirmation_link_expired`, `email_taken`
   */
  confirm(userId: string, token: string): Promise<boolean>;
};

/** The second factor of admins: an authenticator app, and recovery codes for a lost phone. */
export type SecondFactors = {
  state(tokens: AuthTokens): Promise<SecondFactorState>;
  /** @throws Refusal `forbidden`, `transition_refused` */
  begin(tokens: AuthTokens, email: string): Promise<SecondFactorSecret>;
  /** Answers ten recovery codes. @throws Refusal `wrong_code` */
  confirm(tokens: AuthTokens, code: string): Promise<string[]>;
  /** @throws Refusal `wrong_code` */
  prove(tokens: AuthTokens, code: string): Promise<void>;
};

export type OwnData = {
  /** Null when there is no such account. */
  export(userId: string): Promise<AccountExport | null>;
  /** @throws Refusal `erase_later`, `erase_admin` */
  erase(userId: string): Promise<void>;
};

/** Who the callers of a limited action are, by what is counted; hashed before it is stored. */
type LimitKeys = Partial<Record<LimitSubject, string>>;

/** How often something may be done; counted in Postgres, for every process of the functions together. */
export type Limits = {
  /** Counts one use. @throws Refusal `too_many_requests`, with the seconds to wait */
  take(action: LimitedAction, keys: LimitKeys): Promise<void>;
  /** Counts one use; the seconds to wait, 0 when there is no need to. */
  waitFor(action: LimitedAction, keys: LimitKeys): Promise<number>;
  /**
   * Signs in unless there were too many attempts from this address, or for this e-mail from places that it never signed
   * in from; counts before it asks, and remembers address and device when it worked: staff get a mail about a new one. A device that is known meets only
   * the limit of its own wrong passwords.
   * @throws Refusal `too_many_requests`, or what `signIn` throws
   */
  signIn(email: string, source: SignInSource, signIn: () => Promise<AuthTokens>): Promise<AuthTokens>;
  /** Remembers address and device of whoever has signed in in another way than by `signIn`. */
  remember(email: string, source: SignInSource): Promise<void>;
};

export type Carts = {
  linesOf(tokens: AuthTokens): Promise<StoredCartLine[]>;
  save(tokens: AuthTokens, request: SaveCartRequest): Promise<void>;
  /** Returns the lines of the account's cart afterwards. */
  merge(tokens: AuthTokens, request: MergeCartRequest): Promise<StoredCartLine[]>;
};

export type Sessions = {
  /** @param device in words, `Chrome on Android` */
  open(sid: string, content: SessionContent, device: string | null): Promise<void>;
  read(sid: string): Promise<SessionContent | null>;
  replace(oldSid: string, newSid: string, content: SessionContent, device: string | null): Promise<void>;
  save(sid: string, content: SessionContent): Promise<void>;
  takeRefreshLease(sid: string): Promise<boolean>;
  /** Where whoever is signed in to this session is signed in. */
  list(sid: string): Promise<SignedInDevice[]>;
  /** Ends one of them, by the id that the list shows, together with its sign-in; does nothing when it has ended already. */
  end(sid: string, id: string): Promise<void>;
  /** Ends the other sessions of whoever is signed in to this one. */
  endOthers(sid: string): Promise<void>;
  close(sid: string): Promise<void>;
};

type PaymentForms = {
  build(placed: PlacedOrder, siteOrigin: string): Promise<PaymentForm>;
};

/** An order, and by what its caller sees it. */
export type SeenOrder = { sid: string | null; orderId: string; linkVersion: number | null };

export type Payments = {
  /**
   * The order as its caller sees it, after the bank was asked where that is due; null when they see nothing.
   * @throws Refusal `too_many_requests`
   */
  check(seen: SeenOrder, source: CallSource): Promise<StoredOrder | null>;
  /**
   * What the bank knows comes first: a transaction that was paid a moment ago is not paid again.
   * @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `out_of_stock`, `shop_busy`, `too_many_requests`
   */
  payAgain(seen: SeenOrder, source: CallSource): Promise<PlacedOrder>;
  /** Asks the bank about an order's undecided transaction and settles by its answer; does nothing when it was just asked. */
  refresh(orderId: string, askedBy?: AskedBy): Promise<void>;
};

/** Which part of a list is asked for: its number, counted from 1, and its rows. */
export type Page = { page: number; limit: number };

/**
 * What admins do. Everything runs with the caller's own token and is refused with `forbidden` to anyone who is not an
 * admin at that moment. Pages count from 1.
 */
export type Administration = {
  /** Asked before a form is read: whoever may not send it learns nothing about its fields. */
  requireAdmin(tokens: AuthTokens): Promise<void>;
  stats(tokens: AuthTokens): Promise<AdminStats>;
  overview(tokens: AuthTokens, period: OverviewPeriod): Promise<Overview>;
  listUsers(tokens: AuthTokens, page: Page): Promise<Paged<User>>;
  listOrders(tokens: AuthTokens, page: Page): Promise<Paged<AdminOrder>>;
  listTransactions(tokens: AuthTokens, page: Page): Promise<Paged<Transaction>>;
  listTasks(tokens: AuthTokens, page: number): Promise<OwnerTask[]>;
  /** The same id twice is one product. @throws Refusal `slug_taken`, `changed_meanwhile` */
  createProduct(tokens: AuthTokens, request: CreateProductRequest, id?: string): Promise<AdminProduct>;
  /** @throws Refusal `not_found`, `changed_meanwhile`, `slug_taken`, `stock_is_held` */
  updateProduct(tokens: AuthTokens, id: string, request: UpdateProductRequest): Promise<AdminProduct>;
  /** All or nothing. @throws Refusal `products_refused` */
  changeProducts(tokens: AuthTokens, request: ChangeProductsRequest): Promise<AdminProduct[]>;
  /** @throws Refusal `not_found` */
  deleteProduct(tokens: AuthTokens, id: string): Promise<{ success: true; archived: boolean }>;
  /** Undoes one change of the history. @throws Refusal `not_found`, `changed_meanwhile`, `transition_refused` */
  putBackProduct(tokens: AuthTokens, historyId: number): Promise<AdminProduct>;
  /** @throws Refusal `not_found`, `last_admin` */
  setUserRole(tokens: AuthTokens, userId: string, request: SetUserRoleRequest): Promise<User>;
  /** @throws Refusal `not_found`, `transition_refused`, `not_settled`, `reason_required`, and to cancel as the buyer's `cancel` */
  advanceOrder(tokens: AuthTokens, orderId: string, request: AdvanceOrderRequest): Promise<AdminOrder>;
  /** Ends every link of an order that was given away. @throws Refusal `not_found` */
  endOrderLinks(tokens: AuthTokens, orderId: string): Promise<void>;
  /** The same id twice is one note. @throws Refusal `not_found`, `key_reused` */
  addOrderNote(
    tokens: AuthTokens,
    orderId: string,
    noteId: string,
    request: AddOrderNoteRequest,
  ): Promise<OrderNote>;
  /** @throws Refusal `not_found`, `invalid_request`, `transition_refused`, `out_of_stock` */
  closeTask(tokens: AuthTokens, taskId: string, request: CloseOwnerTaskRequest): Promise<OwnerTask>;
  /**
   * @param id sent twice it is one refund
   * @throws Refusal `not_found`, `invalid_request`, `transition_refused`, `refund_too_large`, `refund_recorded`, `refund_not_whole`, `key_reused`
   */
  recordRefund(tokens: AuthTokens, id: string, request: RecordRefundRequest): Promise<AdminOrder>;
  /**
   * @param id of the new entry; sent twice it is one
   * @throws Refusal `not_found`, `invalid_request`, `refund_corrected`, `refund_too_large`, `refund_recorded`, `key_reused`
   */
  correctRefund(
    tokens: AuthTokens,
    refundId: string,
    id: string,
    request: CorrectRefundRequest,
  ): Promise<AdminOrder>;
  /** Asks the bank now and settles by its answer. @throws Refusal `not_found` */
  askGatewayAgain(tokens: AuthTokens, transactionId: string): Promise<Transaction>;
  /** @param day in Nairobi, `YYYY-MM-DD` */
  reconciliation(tokens: AuthTokens, day: string): Promise<Reconciliation>;
  /** What the regular checks have found; with `isNow`, what a check of everything finds. */
  brokenInvariants(tokens: AuthTokens, isNow: boolean): Promise<BrokenInvariants>;
  /** The caller's own access token, for an admin's browser. */
  accessToken(tokens: AuthTokens): Promise<AccessToken>;
};

export type ShopHealth = {
  /** Asks each part; what does not answer is part of the reply. */
  deep(): Promise<DeepHealth>;
};

/** Spreadsheets of products. As with `Administration`, the caller's own token decides. */
export type ProductImports = {
  /** Accepts it; the same id twice is one import. @throws Refusal `import_refused`, `key_reused` */
  importProducts(tokens: AuthTokens, id: string, request: ImportProductsRequest): Promise<ProductImport>;
  /** The newest first. */
  list(tokens: AuthTokens): Promise<ProductImport[]>;
  /** Its next rows. @throws Refusal `not_found`, `slug_taken` */
  goOn(tokens: AuthTokens, id: string): Promise<ProductImport>;
  /** Begins to undo it. @throws Refusal `not_found`, `import_refused`, `transition_refused` */
  undo(tokens: AuthTokens, id: string, request: UndoImportRequest): Promise<ProductImport>;
};

type OrderLinks = {
  keyOf(orderId: string, version: number): Promise<string>;
  shortKeyOf(orderId: string, version: number): Promise<string>;
  versionOf(orderId: string, key: string): Promise<number | null>;
};

/** From where a call comes, for the limits. */
export type CallSource = {
  clientAddress: string;
  /** Has just solved a challenge: the limit for the address does not count. */
  isHuman: boolean;
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

/** The same for a sign-in: with the value of the device's cookie, and browser and system in words, `Chrome on Android`. */
export type SignInSource = CallSource & { device: string; browser: string | null };

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
