import type { Settings } from '@contract/settings.ts';

/** The settings of a new shop. */
export const storedSettings: Settings = {
  id: 'a0000000-0000-4000-8000-000000000001',
  holdMinutes: 30,
  partialPaymentHoldDays: 7,
  shipWhen: 'approved',
  approvedShipsBelow: 50_000,
  shipsUnpaid: false,
  fixedDeliveryPrices: false,
  promptsAreOn: false,
  mpesaLimit: 250_000,
  termsApprovedOn: null,
};
