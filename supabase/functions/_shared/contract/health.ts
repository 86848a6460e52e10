import { endpoint } from './endpoint.ts';

/** That the function runs, and of which release; nothing else was asked. */
export type Health = { isWell: true; version: string };

/** The components of the shop in the order in which people read them, and what people call them. */
export const healthComponentNames = {
  database: 'Database',
  auth: 'Sign-in',
  storage: 'Pictures',
  bank: 'The bank’s card page',
  mail: 'E-mail',
  reconcile: 'Asking the bank about payments',
  'send-messages': 'Sending messages',
  'check-invariants': 'Checking the rules about money and stock',
  payments: 'Undecided payments',
  mpesa: 'M-Pesa',
  tasks: 'Tasks about money',
  outbox: 'Messages that wait',
  messages: 'Messages that failed',
  rules: 'Rules about money and stock',
  papers: 'Invoices and credit notes',
  space: 'Space',
  backup: 'Backup',
  monitor: 'Monitor',
} as const;

export type HealthComponentName = keyof typeof healthComponentNames;
/** They are asked over the network; the others the database judges. */
export type ProbedComponent = 'database' | 'auth' | 'storage' | 'bank' | 'mail';
export type JudgedComponent = Exclude<HealthComponentName, ProbedComponent>;

/** One component that the shop needs, as it is now. */
export type HealthComponent = {
  component: HealthComponentName;
  /** One sentence; null when all is well. */
  problem: string | null;
  /** What to do about it, one sentence; null when all is well. */
  advice: string | null;
  /** ISO 8601; null when all is well, and where nobody knows. */
  since: string | null;
  /** How many payments, tasks, messages, broken rules and so on; 0 when all is well. */
  cases: number;
  /** Milliseconds that the answer took, where one was waited for. */
  took: number | null;
};

/** A component as the database judges it, of which `health-text.ts` makes sentences. */
export type HealthFinding = {
  component: JudgedComponent;
  cases: number;
  since: string | null;
  /** As many whole minutes ago. */
  minutes: number | null;
  /** Of payments and M-Pesa: the bank, or Safaricom, answers nobody. */
  isSilent?: boolean;
  /** Of M-Pesa: how many payments are announced, and not proven. */
  waiting?: number;
  /** Of rules: the first that is broken, and by what. */
  broken?: string;
  subject?: string;
  /** Of papers: the first order without its own, and why. */
  orderId?: string;
  problem?: string;
  /** Of space: bytes, and the MB that there may be. */
  database?: [bytes: number, megabytes: number];
  pictures?: [bytes: number, megabytes: number];
};

export type DeepHealth = {
  /** Every component is well. */
  isWell: boolean;
  components: HealthComponent[];
  /** The release of the functions, e.g. `v1.2.0`. */
  version: string;
};

export const shopHealth = endpoint<Health>('GET', '/api/health');
/** For admins, and for a monitor that sends the header `x-health-key`. */
export const deepHealth = endpoint<DeepHealth>('GET', '/api/health/deep');
