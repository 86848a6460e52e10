import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

/** A message as `GET /mailbox/messages.json` answers it; `at` is ISO 8601. */
export type LocalMail = {
  id: string;
  channel: 'email' | 'sms' | 'whatsapp';
  to: string;
  subject: string;
  text: string | null;
  html: string | null;
  at: string;
  kind: string | null;
  orderId: string | null;
};

/** Everything in the local mailbox, newest first. */
export async function localMail(): Promise<LocalMail[]> {
  const response = await fetch(`${stackUnderTest().addresses.mailbox}/messages.json`);
  return (await response.json()) as LocalMail[];
}

/** The newest mail in the local mailbox to this address; null when there is none. */
export async function newestMailTo(address: string): Promise<LocalMail | null> {
  return (await localMail()).find(({ to }) => to === address.toLowerCase()) ?? null;
}
