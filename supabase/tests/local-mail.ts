import type { StoredMail } from '../../local/mailbox/mailbox.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

/** The newest mail in the local mailbox to this address; null when there is none. */
export async function newestMailTo(address: string): Promise<StoredMail | null> {
  const response = await fetch(`${stackUnderTest().addresses.mailbox}/api/messages`);
  const { messages } = (await response.json()) as { messages: StoredMail[] };
  return messages.find((mail) => mail.to === address.toLowerCase()) ?? null;
}
