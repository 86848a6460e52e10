import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { localMpesa } from '../../local/mpesa-sandbox/local-mpesa.ts';

/** What really happened to money, as the stand-in of Safaricom knows it. */
export type MpesaLedger = {
  prompts: (LedgerEntry & { checkoutId: string; callBackUrl: string })[];
  payments: LedgerEntry[];
};
type LedgerEntry = {
  moneyMoved: boolean;
  receipt: string | null;
  amount: number;
  account: string;
  phone: string;
};

/** Safaricom's stand-in on the stack under test: the payer's phone, and what is wrong with it. */
export function mpesaPhone(gateway = stackUnderTest().addresses.gateway) {
  const base = `${gateway}/daraja`;
  /** All of it, or what one phone paid or was asked for. */
  const ledger = async (phone?: string) =>
    (await (await fetch(`${base}/ledger${phone ? `?phone=${phone}` : ''}`)).json()) as MpesaLedger;
  const form = async (path: string, fields: Record<string, string>) =>
    fetch(base + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    });
  /** The newest prompt on a phone. */
  const promptOn = async (phone: string) => (await ledger(phone)).prompts.at(-1);
  return {
    ledger,
    promptOn,
    /** The PIN 0000 is wrong, 1111 means too little money, any other pays. */
    answer: async (phone: string, pin: string, action: 'pay' | 'cancel' | 'ignore' = 'pay') => {
      const prompt = await promptOn(phone);
      if (!prompt) throw new Error(`No prompt came to ${phone}.`);
      const reply = await form(`/phone/prompts/${prompt.checkoutId}`, { pin, action });
      if (reply.status >= 400) throw new Error(await reply.text());
    },
    /** Pays to the paybill by hand. Returns the receipt. */
    payToPaybill: async (account: string, amount: number, phone: string): Promise<string> => {
      const fields = {
        shortcode: localMpesa.shortcode,
        account,
        amount: String(amount),
        phone,
        name: 'ACHIENG',
      };
      const { receipt } = (await (await form('/phone/paybill', fields)).json()) as { receipt: string };
      return receipt;
    },
    /** What is wrong from now on with what an account, a phone or a prompt has to do with; without a key with everything. */
    misbehave: async (behaviour: Record<string, unknown>, key?: string) => {
      const reply = await fetch(key ? `${base}/faults/transactions/${key}` : `${base}/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(key ? behaviour : { behaviour }),
      });
      if (!reply.ok) throw new Error(await reply.text());
    },
    behave: () => fetch(`${base}/faults`, { method: 'DELETE' }),
  };
}

let phones = 0;
/** A phone that no other test uses. */
export const newPhone = () => `2547${String(10_000_000 + ((Date.now() * 10 + (phones += 1)) % 89_999_999))}`;
