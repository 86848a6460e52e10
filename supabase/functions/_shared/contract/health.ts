import { endpoint } from './endpoint.ts';

/** That the function runs; nothing else was asked. */
export type Health = { isWell: true };

/** One part that the shop needs, as it answered just now. */
export type HealthPart = {
  part: 'database' | 'auth' | 'storage' | 'bank' | 'mail';
  /** Milliseconds that the answer took. */
  took: number;
  /** One sentence; null when all is well. */
  problem: string | null;
};

/** What the database says of the shop. Times are ISO 8601. */
export type ShopFigures = {
  /** The version of the last migration; null where nobody noted them. */
  migration: string | null;
  jobs: { job: 'reconcile' | 'send-messages'; ranAt: string | null }[];
  /** Payments about which the bank should have been asked a quarter of an hour ago. */
  overduePayments: number;
  oldestTaskAt: string | null;
  /** Messages that failed within a day. */
  failedMessages: number;
  /** Rows of private.invariants. */
  brokenRules: number;
};

export type DeepHealth = {
  /** Every part is well, both jobs ran within five minutes, nothing is overdue and no rule is broken. */
  isWell: boolean;
  parts: HealthPart[];
  /** Null when the database did not answer. */
  figures: ShopFigures | null;
  /** The region in which the function ran; null on one machine. */
  region: string | null;
};

export const shopHealth = endpoint<Health>('GET', '/api/health');
/** For admins, and for a monitor that sends the header `x-health-key`. */
export const deepHealth = endpoint<DeepHealth>('GET', '/api/health/deep');
