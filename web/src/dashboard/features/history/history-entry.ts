/** Tables whose every change is kept. */
export type HistoryTable =
  'users' | 'products' | 'orders' | 'order_items' | 'order_notes' | 'transactions' | 'owner_tasks';

/** One change of one row, as the view `named_history` shows it. */
export type HistoryEntry = {
  id: number;
  /** ISO 8601. */
  at: string;
  table_name: string;
  row_id: string;
  operation: string;
  /** Null when nobody signed in did it, or the account is gone. */
  actor_id: string | null;
  actor_name: string | null;
  /** `authenticated`: a person; `service_role`: the shop's functions; else an owner of the database. */
  actor_role: string;
  /** The columns that changed; of a deleted row all its columns, of a new one none. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
