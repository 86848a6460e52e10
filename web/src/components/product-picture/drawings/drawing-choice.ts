import type { ShopCategory } from '@contract/products.ts';
import { shopCategories } from '@contract/products.ts';

/**
 * The kinds of products in a category; the first whose pattern matches a product's name is its drawing: the symbol of this
 * name in `web/public/drawings.svg`.
 */
export const kindsOfDrawings = {
  solar: [
    ['panel-bifacial', /bifacial/i],
    ['panel-back-contact', /hi-mo x|back-contact/i],
    ['panel-pallet', /hi-mo 6/i],
    ['panel-ground-mount', /vertex|ground mount/i],
    ['power-station', /generator|power station/i],
    ['pump-kit', /pump/i],
    ['three-phase-kit', /three-phase/i],
    ['backup-kit', /backup/i],
    ['solar-kit', /\bkit\b/i],
    ['panel-pack-large', /pack of (9|1\d)/i],
    ['panel-pack', /pack of [678]/i],
    ['panel-pack-small', /panel/i],
  ],
  batteries: [
    ['tubular-set', /tubular|exide/i],
    ['agm-set', /agm/i],
    ['lead-pair', /deep-cycle|gel|lead/i],
    ['rack-tall', /1\d\.\d+ kwh/i],
    ['wall-battery', /felicity|wall/i],
    ['wall-battery-screen', /rosen/i],
    ['battery-tower', /se-g|tower/i],
    ['lithium-block', /victron/i],
    ['rack-pair', /us3000/i],
    ['rack-module', /b4850|lfp48100|us2000/i],
  ],
  instruments: [
    ['imaging-set', /64-electrode|terrameter ls/i],
    ['electrodes', /electrode set|electrodes$/i],
    ['cable', /cable/i],
    ['lund-set', /lund/i],
    ['switch-meter', /switch/i],
    ['strip-meter', /syscal/i],
    ['seismograph', /seismograph/i],
    ['four-point-meter', /4point|four-point/i],
    ['tablet-meter', /geomative|tablet/i],
    ['walking-magnetometer', /gsm-19|gradiometer/i],
    ['magnetometer', /magnetometer/i],
    ['robotic-station', /robotic/i],
    ['total-station', /total station/i],
    ['level', /\blevel\b/i],
  ],
  invertors: [
    ['inverter-charger-large', /multiplus.*\/10000/i],
    ['inverter-charger-medium', /multiplus.*\/5000/i],
    ['inverter-charger', /multiplus|quattro/i],
    ['off-grid-inverter', /off-grid/i],
    ['fan-inverter', /must/i],
    ['storage-inverter', /growatt/i],
    ['string-hybrid', /sungrow/i],
    ['backup-inverter', /goodwe/i],
    ['three-phase-inverter-large', /12k/i],
    ['three-phase-inverter', /lp3|three-phase/i],
    ['touch-hybrid', /\b8 kw/i],
  ],
  converters: [
    ['charge-controller-large', /mppt [12][5-9]0/i],
    ['charge-controller-finned', /mppt .*\/50/i],
    ['charge-controller', /mppt|charge converter/i],
    ['rail-converter-wide', /ddr-480/i],
    ['rail-converter', /din-rail/i],
    ['slim-charger', /\bxs\b/i],
    ['smart-charger', /charger/i],
    ['step-up-block', /12\/24/i],
    ['step-down-block', /24\/12-10/i],
  ],
  pqwt: [
    ['geological-detector', /geological/i],
    ['pocket-detector', /-m\d/i],
    ['wall-detector', /-s5/i],
    ['hand-detector', /-s\d/i],
    ['multi-channel-detector', /-tc[35]00/i],
    ['deep-detector', /-tc[79]00/i],
  ],
  gps: [
    ['handheld-pair', /twin/i],
    ['quad-handheld', /66sr/i],
    ['rescue-communicator', /67i/i],
    ['communicator', /communicator/i],
    ['touch-handheld', /touchscreen/i],
    ['handheld', /handheld/i],
    ['base-and-rover', /base and rover/i],
    ['network-rover', /network rover/i],
    ['pocket-receiver', /pocket/i],
    ['tilt-receiver', /i83|tilt/i],
    ['receiver-with-controller', /r12/i],
    ['controller', /controller|collector/i],
  ],
} as const satisfies Record<ShopCategory, readonly (readonly [name: string, pattern: RegExp])[]>;

/** A drawing in the sprite: of a category, or of a kind of product in it. */
export type DrawingName = ShopCategory | (typeof kindsOfDrawings)[ShopCategory][number][0];

/** The drawing for a product without a picture, or null. */
export function drawingOf(product: { category: string; name?: string }): DrawingName | null {
  const category = shopCategories.find((one) => one === product.category);
  if (!category) return null;
  return kindsOfDrawings[category].find(([, pattern]) => pattern.test(product.name ?? ''))?.[0] ?? category;
}
