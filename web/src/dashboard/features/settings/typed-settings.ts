import { type Settings, settingsSchema } from '@contract/settings.ts';
import { validated } from '#lib/forms/validated.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { typedFigure } from '@contract/typed-figure.ts';

/** The settings as the form's texts. */
export type TypedSettings = Record<Exclude<keyof Settings, 'id'>, string>;

export function typedSettings(settings: Settings): TypedSettings {
  return {
    holdMinutes: String(settings.holdMinutes),
    partHoldDays: String(settings.partHoldDays),
    shipWhen: settings.shipWhen,
    approvedShipsBelow: formatCount(settings.approvedShipsBelow),
    shipsUnpaid: String(settings.shipsUnpaid),
    fixedDeliveryPrices: String(settings.fixedDeliveryPrices),
  };
}

/** The typed settings as they are stored, or a sentence for each invalid field. */
export const checkedSettings = (typed: TypedSettings) =>
  validated(settingsSchema, {
    ...typed,
    holdMinutes: typedFigure(typed.holdMinutes),
    partHoldDays: typedFigure(typed.partHoldDays),
    approvedShipsBelow: typedFigure(typed.approvedShipsBelow),
  });
