import type { PaymentForm } from '../contract/orders.ts';
import { outcomePaths } from '../contract/payment-return.ts';
import type { PlacedOrder } from '../supabase/sql-replies.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { sha256Hex } from '../secrets/sha256.ts';

type Transaction = Omit<PlacedOrder['transaction'], 'phone'> & { orderId: string };

/** What the gateway takes as an address. */
const longestEmail = 40;

/** The form that the browser posts to the bank's card page (`/Lite/Authorise.aspx`), complete, amounts in cents. */
export function buildPaymentForm(
  settings: GatewaySettings,
  transaction: Transaction,
  siteOrigin: string,
): PaymentForm {
  const cents = String(transaction.amount * 100);
  // Cut, it would be somebody else's: `…@gmail.co`. The token covers what is posted.
  const { email: typed, shopEmail } = transaction;
  const email = typed !== null && typed.length <= longestEmail ? typed : shopEmail;
  // The order's id survives in the address: a customer who comes back without the bank's form still sees the true state.
  const back = (path: string) => `${siteOrigin}${path}?order=${transaction.orderId}`;
  const fields: Record<string, string> = {
    Lite_Version: '4.0',
    Lite_Merchant_ApplicationId: settings.applicationId,
    Lite_Merchant_Trace: transaction.trace,
    Lite_Order_Amount: cents,
    Lite_Currency_AlphaCode: 'KES',
    Lite_Authorisation: 'False',
    Lite_Order_LineItems_Product_1: 'Purchase',
    Lite_Order_LineItems_Quantity_1: '1',
    Lite_Order_LineItems_Amount_1: cents,
    Lite_ConsumerOrderID_PreFix: 'DONATION',
    Ecom_ConsumerOrderID: transaction.reference,
    MerchantReference: transaction.reference,
    Ecom_BillTo_Online_Email: email,
    Ecom_Payment_Card_Protocols: 'iVeri',
    Ecom_TransactionComplete: 'False',
    Lite_Website_Successful_Url: back(outcomePaths.success),
    Lite_Website_Fail_Url: back(outcomePaths.failed),
    Lite_Website_TryLater_Url: back(outcomePaths.tryLater),
    Lite_Website_Error_Url: back(outcomePaths.error),
  };
  if (settings.secret) {
    fields.Lite_Transaction_Token = transactionToken(
      { ...settings, secret: settings.secret },
      { unixSeconds: transaction.openedAt, amountCents: cents, email },
    );
  }
  return { action: `${settings.url}/Lite/Authorise.aspx`, method: 'POST', fields };
}

/**
 * The gateway's `Lite_Transaction_Token`: `T:hex(sha256(secret + T + resource + applicationId + amount + email))`,
 * T in Unix seconds, every part byte for byte as posted. It covers amount, application id and e-mail, nothing else.
 */
export function transactionToken(
  settings: GatewaySettings & { secret: string },
  posted: { unixSeconds: number; amountCents: string; email: string },
): string {
  const time = String(posted.unixSeconds);
  const digest = sha256Hex(
    settings.secret +
      time +
      settings.tokenResource +
      settings.applicationId +
      posted.amountCents +
      posted.email,
  );
  return `${settings.tokenPrefix}${time}:${digest}`;
}
