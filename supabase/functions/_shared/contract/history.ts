/** One change of one row, for those who may read the history (`list_history`). */
export type HistoryEntry = {
  id: number;
  row_id: string;
  /** ISO 8601. */
  at: string;
  operation: string;
  /** Null when it was not done by a signed-in user, or the account was deleted. */
  actor_id: string | null;
  actor_name: string | null;
  /** `authenticated`: a user; `service_role`: the shop's functions; else a database owner. */
  actor_role: string;
  /** The changed columns; null before and the whole row after when the row was added. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
