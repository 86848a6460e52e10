import { boolean, type InferType, object, string } from 'yup';
import { sentNumber } from './field-rules.ts';

// The dashboard reads and writes them with supabase-js (`shop_settings`, `change_settings`).

const shipWhenChoices = ['approved', 'settled'] as const;
/** What completing an order needs: the bank's approval, or the payment in the bank's settlement statement. */
export type ShipWhen = (typeof shipWhenChoices)[number];

const wholeNumber = (min: number, max: number, sentence: string) =>
  sentNumber(sentence).required(sentence).integer(sentence).min(min, sentence).max(max, sentence);

/** What the owner may set; the limits are those of the table. */
export const settingsSchema = object({
  holdMinutes: wholeNumber(10, 240, 'Please enter whole minutes, from 10 to 240'),
  partHoldDays: wholeNumber(1, 60, 'Please enter whole days, from 1 to 60'),
  shipWhen: string().required('Please choose one').oneOf(shipWhenChoices, 'Please choose one'),
  approvedShipsBelow: wholeNumber(0, 99_999_999, 'Please enter whole shillings, from 0 to 99,999,999'),
  /** Parcels of an order that is not paid may be sent, each with a reason. */
  shipsUnpaid: boolean().required('Please choose one'),
  /** Delivery is a part of the total where the county has a fixed price and the buyer has accepted it. */
  fixedDeliveryPrices: boolean().required('Please choose one'),
}).required();

/** Rules depend on these. `id` is what their history is found by. */
export type Settings = InferType<typeof settingsSchema> & { id: string };
