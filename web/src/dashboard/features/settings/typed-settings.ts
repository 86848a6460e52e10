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

/** The typed settings, or an error for each invalid field. */
export function checkedSettings(
  typed: TypedSettings,
): { settings: Omit<Settings, 'id'> } | { errors: Partial<TypedSettings> } {
  const values = {
    ...typed,
    holdMinutes: typedFigure(typed.holdMinutes),
    partHoldDays: typedFigure(typed.partHoldDays),
    approvedShipsBelow: typedFigure(typed.approvedShipsBelow),
  };
  const { value, problems } = validated(settingsSchema, values);
  return value ? { settings: value } : { errors: problems };
}

/** The changed settings, with their old values. */
export function changedSettings(wanted: Omit<Settings, 'id'>, seen: Settings) {
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => wanted[name] !== seen[name],
  );
  const of = (settings: Omit<Settings, 'id'>): Partial<Settings> =>
    Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { changes: of(wanted), seen: of(seen), isAny: names.length > 0 };
}
