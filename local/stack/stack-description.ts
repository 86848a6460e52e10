/** Where the parts of a running stack listen; all on 127.0.0.1. */
type StackAddresses = {
  /** The shop as a customer sees it, through the edge proxy. */
  site: string;
  /** Supabase's API: /rest/v1, /auth/v1, /storage/v1, /functions/v1. */
  supabase: string;
  /** Superuser connection string. */
  postgres: string;
  /** The card gateway sandbox. */
  gateway: string;
  /** The local mailbox page. */
  mailbox: string;
};

export type DemoAccount = { email: string; password: string; role: 'admin' | 'customer' };

/** How to reach a running stack. */
export type StackDescription = {
  addresses: StackAddresses;
  keys: { publishable: string; secret: string };
  accounts: DemoAccount[];
  /** Database, ledger, mail and logs of this stack. */
  dataFolder: string;
};

export type Stack = StackDescription & { stop(): Promise<void> };
