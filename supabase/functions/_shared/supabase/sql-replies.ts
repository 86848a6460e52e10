import type {
  BuyerTerms,
  CustomerDetails,
  CustomerPage,
  DashboardFindings,
  PiecesAtBuyer,
} from '../contract/admin-customers.ts';
import type { BookedPieces, StockProduct, StockMovement } from '../contract/stock.ts';
import type { SignedInDevice } from '../contract/signed-in-devices.ts';
import type {
  AdminOrder,
  AdminProduct,
  AdminStats,
  OwnerTask,
  PageOfRows,
  Transaction,
} from '../contract/admin.ts';
import type {
  Buyer,
  ExportedOrder,
  OrderChangeEffect,
  OrderDetails,
  OrderNote,
  OrderRow,
} from '../contract/admin-orders.ts';
import type { Invitation, Overview, OwnerAlerts, WaitingCounts } from '../contract/admin-overview.ts';
import type {
  BrokenInvariants,
  BankAgainstShop,
  OrderToPay,
  TransactionEvidence,
  TransactionRow,
} from '../contract/admin-transactions.ts';
import type { SignedInUser, User } from '../contract/auth.ts';
import type {
  BankStatement,
  ClosedStatementLine,
  StatementLineNow,
  StatementsOverview,
  StatementColumns,
  StatementPreview,
} from '../contract/bank-statements.ts';
import type { CountySettings, DeliveryCounty, DeliveryQuote } from '../contract/delivery.ts';
import type { DataSheet } from '../contract/fit.ts';
import type { AccountExport, ErasureObstacle } from '../contract/own-data.ts';
import type { MailRequest } from '../contract/email-confirmation.ts';
import type { ErrorCode } from '../contract/error-messages.ts';
import type { HealthFinding } from '../contract/health.ts';
import type { HistoryEntry } from '../contract/history.ts';
import type { MessageDetail, MessageRow, MessagesToSendAgain } from '../contract/admin-messages.ts';
import type { ClaimedMessages, RecordedEvents } from '../contract/messages.ts';
import type { OpenOrder, Order, OrderStatus, WholeOrder } from '../contract/orders.ts';
import type { DebtorPage, Statement } from '../contract/debts.ts';
import type { EnteredEtims, EtimsSale, Paper, ProductVat } from '../contract/papers.ts';
import type { Outcome } from '../contract/payment-return.ts';
import type { ListColumns, PriceOfImport, ProductImport, ProductMatch } from '../contract/product-imports.ts';
import type { MessageRules } from '../contract/message-rules.ts';
import type { ProductIndex } from '../contract/product-index.ts';
import type { ProductFacets } from '../contract/product-filter.ts';
import type {
  DataSheetReview,
  Product,
  ProductPage,
  SearchMiss,
  SearchReply,
  Suggestions,
} from '../contract/products.ts';
import type { Quotation, StaffQuotation } from '../contract/quotations.ts';
import type { IssuedPapers, SalesReport, SoldLines, SoldPayments } from '../contract/sales-report.ts';
import type { Settings } from '../contract/settings.ts';
import type { PickedProduct } from '../contract/shipments.ts';
import type { ShopDetails } from '../contract/shop-details.ts';

// What Postgres sends as JSON. `npm run types` puts these types into postgres-schema.ts, so a query has them without a
// cast; supabase/tests/database/sql-replies.test.ts compares each with a real reply, key by key.

/** The reply of each SQL function that returns JSON, by its name. */
export type SqlReplies = {
  ask_for_quotation_within_limits: StoredQuotation | RefusalReply;
  accept_quotation_within_limits: (OrderLinkVersion & InSession) | RefusalReply;
  quotation_by_link: StoredQuotation | null;
  quotation_paper: Paper | null;
  quotation_as_staff: StaffQuotation | null;
  accept_quotation_as_staff: StaffQuotation;
  change_quotation: StaffQuotation;
  quote_as_staff: StaffQuotation;
  list_quotations: PageOfRows<StaffQuotation>;
  account_export: AccountExport | null;
  set_customer_terms: CustomerDetails | null;
  terms_of_buyer: BuyerTerms | null;
  add_customer_note: CustomerDetails;
  add_order_note: OrderNote;
  admin_stats: AdminStats;
  advance_order: AdminOrder;
  book_stock: BookedPieces[];
  broken_invariants: BrokenInvariants;
  begin_payment: AskTheBank | PlacedOrder;
  begin_payment_within_limits: AskTheBank | PlacedOrder | RefusalReply;
  cancel_unpaid_order: StoredOrder;
  change_order: OrderChangeEffect;
  change_products: AdminProduct[];
  change_message_rule: MessageRules;
  change_settings: Settings;
  change_shop_details: ShopDetails;
  check_payment: AskTheBank | { step: 'nothing'; order: StoredOrder } | null;
  check_payment_within_limits: SqlReplies['check_payment'] | RefusalReply;
  claim_order: StoredOrder | null;
  claim_transactions_to_ask: Question[];
  claim_messages: ClaimedMessages;
  close_owner_task: OwnerTask;
  close_statement_line: ClosedStatementLine;
  lines_of_statement: StatementLineNow[];
  correct_refund: AdminOrder;
  create_product: AdminProduct;
  customer_details: CustomerDetails | null;
  delivery_quote: DeliveryQuote;
  list_delivery_counties: DeliveryCounty[];
  list_county_settings: CountySettings[];
  list_history: HistoryEntry[];
  fit_sheets: DataSheet[];
  delete_product: { success: true; archived: boolean };
  export_orders: PageOfRows<ExportedOrder>;
  shop_health: HealthFinding[];
  find_order: { orderId: string; linkVersion: number } | null;
  find_buyers: Buyer[];
  find_customers: CustomerPage;
  list_debtors: DebtorPage;
  customer_statement: Statement | null;
  list_pieces_at_buyers: PageOfRows<PiecesAtBuyer>;
  find_people: PageOfRows<User>;
  find_products: PageOfRows<AdminProduct>;
  import_bank_statement: BankStatement;
  import_products: ProductImport;
  links_of_number: { orderId: string; linkVersion: number }[];
  list_all_orders: CountedPage<AdminOrder>;
  list_message_rules: MessageRules;
  list_messages: PageOfRows<MessageRow>;
  message_detail: MessageDetail | null;
  messages_to_send_again: MessagesToSendAgain;
  take_message_step: MessageDetail;
  record_message_events: RecordedEvents;
  request_email_confirmation: MailRequest;
  list_my_orders: StoredOrder[];
  list_order_page: PageOfRows<OrderRow>;
  list_owner_tasks: PageOfRows<OwnerTask>;
  list_product_imports: ProductImport[];
  match_products: ProductMatch[];
  prices_before_import: PriceOfImport[];
  remembered_columns: ListColumns[];
  list_products: {
    products: Product[];
    next: [step: number, key: string, id: string] | null;
    total: number | null;
  };
  list_search_misses: SearchMiss[];
  find_stock: StockProduct[];
  list_stock_movements: StockMovement[];
  list_session_orders: StoredOrder[];
  list_transaction_page: PageOfRows<TransactionRow>;
  list_transactions: CountedPage<Transaction>;
  list_users: CountedPage<User>;
  merge_cart: StoredCartLine[];
  open_orders: OpenOrder[];
  order_details: OrderDetails | null;
  owner_alerts: OwnerAlerts;
  waiting_counts: WaitingCounts;
  holds_of_same_buyer: StoredCartLine[];
  pay_again: PlacedOrder;
  place_order: PlacedOrder | EarlierOrder;
  place_order_as_staff: AdminOrder;
  place_order_within_limits: ((PlacedOrder | EarlierOrder) & InSession) | RefusalReply;
  preview_bank_statement: StatementPreview;
  erasure_obstacles: ErasureObstacle[];
  product_facets: ProductFacets;
  product_index: ProductIndex;
  product_page: Omit<ProductPage, 'fits'> | null;
  products_by_ids: AdminProduct[];
  products_by_slugs: AdminProduct[];
  shown_products_by_ids: Product[];
  restore_product: AdminProduct;
  undo_product_change: AdminProduct;
  read_session: StoredSession | null;
  record_payment: AdminOrder | null;
  record_refund_back: TransactionRow;
  reduce_order: AdminOrder;
  issue_invoice: AdminOrder;
  note_withheld: AdminOrder;
  share_payment: TransactionRow;
  orders_to_pay: OrderToPay[];
  record_refund: AdminOrder | null;
  record_shipment: AdminOrder;
  advance_shipment: AdminOrder;
  papers_of_order: Paper[] | null;
  pick_list: PickedProduct[];
  set_product_vat: ProductVat | null;
  vat_of_product: ProductVat | null;
  bank_against_shop_of_day: BankAgainstShop;
  renew_order_link: StoredOrder;
  reverse_payment: AdminOrder | null;
  review_data_sheet: DataSheetReview;
  return_to_ask: { step: 'ask' | 'wait' | 'nothing'; trace: string; state: PaymentDecision };
  ask_of_transaction: AskTheBank | null;
  note_prompt_result: QueryStep;
  suggest_products: Suggestions;
  search_dashboard: DashboardFindings;
  search_products: SearchReply;
  list_sessions: SignedInDevice[];
  second_factor_of: StoredSecondFactor | null;
  invite_staff: Invitation[];
  list_invitations: Invitation[];
  withdraw_invitation: Invitation[];
  my_profile: SignedInUser | null;
  set_user_role: User;
  decide_and_pay_again: PlacedOrder | RefusalReply;
  decide_checked_payment: StoredOrder | null;
  decide_payment: PaymentDecision;
  statements_overview: StatementsOverview;
  shop_details: ShopDetails;
  shop_settings: Settings;
  shop_text: string | null;
  stats_of_period: Overview;
  sales_report: SalesReport;
  list_sold_payments: SoldPayments;
  list_sold_lines: SoldLines;
  list_issued_papers: IssuedPapers;
  list_etims_sales: PageOfRows<EtimsSale>;
  enter_etims: EnteredEtims;
  transaction_by_id: Transaction;
  transaction_to_ask: QueryStep;
  transaction_evidence: TransactionEvidence | null;
  undo_product_import: ProductImport;
  update_product: AdminProduct;
  visible_order: StoredOrder | null;
};

/** One page of a list, and how many rows all its pages have. */
export type CountedPage<Row> = PageOfRows<Row> & { total: number };

/** The columns that hold JSON of a fixed shape, by their names. */
export type JsonColumns = {
  columns: StatementColumns;
  items: StoredCartLine[];
};

/** A line of an account's cart. */
export type StoredCartLine = { productId: string; quantity: number };

/** An order as its caller sees it; the api makes the link's key of the link's version. */
export type StoredOrder =
  | (WholeOrder & { view: 'full'; linkVersion: number })
  | (WholeOrder & { view: 'staff'; linkVersion?: undefined })
  | (Omit<Extract<Order, { view: 'reduced' }>, 'linkKey'> & { linkVersion?: undefined });

/** For which version the key of an order's link is made. */
export type OrderLinkVersion = { orderId: string; linkVersion: number };

/** A quotation as SQL knows it; the api makes the key of the link of its order. */
export type StoredQuotation = Omit<Quotation, 'order'> & { order: OrderLinkVersion | null };

/** An order with the transaction that goes to the bank now. */
export type PlacedOrder = {
  order: StoredOrder;
  /**
   * 64 hex digits of this transaction alone, `DON-` and a number below one million, amount in KES, e-mail of the buyer for who
   * sees all of the order, that of the shop for where it cannot stand, `openedAt` in Unix seconds.
   */
  transaction: {
    trace: string;
    reference: string;
    amount: number;
    /** Of a prompt of M-Pesa: the caller sends it now. */
    phone: string | null;
    email: string | null;
    shopEmail: string;
    openedAt: number;
  };
};

/** An unpaid order that was placed before; its payment must be taken up with `pay_again`. */
type EarlierOrder = { order: StoredOrder; transaction: null };

/** The session that the order is in; the browser must get its cookie if it is a new one. */
type InSession = { sid: string };

/** Tokens of Supabase Auth; they stay on the server. */
export type AuthTokens = {
  userId: string;
  accessToken: string;
  refreshToken: string;
  /** Unix seconds. */
  accessExpiresAt: number;
};

/** What a session remembers: nothing for a guest, the tokens of whoever signed in. */
export type SessionContent = AuthTokens | Record<string, never>;

/** The same as the database keeps it: who reads the table has no token to use. */
export type StoredSession =
  | (Pick<AuthTokens, 'userId' | 'accessExpiresAt'> & { signInId: string | null; sealedTokens: string })
  | Record<string, never>;

/** A second factor as the database knows it. */
type StoredSecondFactor = {
  isRequired: boolean;
  sealedSecret: string | null;
  /** Of an app that is being set up. */
  newSecret: string | null;
  isConfirmed: boolean;
  isVerified: boolean;
  codesLeft: number;
};

/** What to do about an order's transaction that may become paid: ask the bank now, wait for whoever is asking, or nothing. */
type QueryStep = AskTheBank | { step: 'wait' | 'nothing' };

/** The caller asks now, and passes on the answer. */
type AskTheBank = { step: 'ask' } & Question;

/** `checkoutId`: what Safaricom calls a prompt; null of a payment by card, about which the bank is asked. */
export type Question = { trace: string; checkoutId: string | null };

/** A refusal as a value, after something that must stand: the code, and the details as SQL sends them with it; seconds to wait with `too_many_requests`. */
export type RefusalReply = { refusal: ErrorCode; details: string | null };

/** The true state of a transaction. */
export type PaymentDecision = {
  orderId: string;
  orderStatus: OrderStatus;
  transactionStatus: Transaction['status'];
  reference: string;
  transactionId: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  outcome: Outcome;
};
