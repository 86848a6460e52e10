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

/** The newest mail of the auth service in the local mailbox to this address; null without one. */
export async function newestMailTo(address: string): Promise<LocalMail | null> {
  return (await localMail()).find(({ to, kind }) => to === address.toLowerCase() && kind === null) ?? null;
}

/** The mails of this kind to this address, the newest first. Waits for so many: they go through the outbox. */
export async function mailsTo(address: string, mailKind: string, atLeast = 1): Promise<LocalMail[]> {
  for (let tries = 0; ; tries += 1) {
    const mails = (await localMail()).filter(
      ({ to, kind }) => to === address.toLowerCase() && kind === mailKind,
    );
    if (mails.length >= atLeast) return mails;
    if (tries > 80) throw new Error(`Only ${mails.length} mails ${mailKind} have come to ${address}.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The links that confirm an e-mail address in the mailbox of this address, the newest first. Waits for so many. */
export async function confirmationLinks(address: string, atLeast = 1): Promise<string[]> {
  return (await mailsTo(address, 'confirm_email', atLeast)).map(
    ({ text }) => /https?:\S+\/confirm-email#token=\S+/.exec(text ?? '')?.[0] ?? '',
  );
}
