import { each, threeQuarterView } from './drawing-geometry.ts';
import { arcs, box, type Stroke } from './strokes.ts';

/** An off-grid inverter: louvres at the side, display and keys on a dark field. */
export function offGridInverter(): Stroke[] {
  const view = threeQuarterView(46, 92);
  const { front, side, line, dial } = view;
  return [
    ['ground', front(-22, 82, -12, 90, 22)],
    ...box(view, [0, 58], [0, 24], [0, 78]),
    ['detail', each([20, 28, 36, 44, 52, 60], (z) => side(58, 5, 19, z, z + 3))],
    ['dark', front(8, 50, 42, 70)],
    ['glass', front(13, 45, 54, 66)],
    ['spot', dial(17, 48, 1.8)],
    ['front', dial(26, 48, 1.8) + dial(33, 48, 1.8) + dial(40, 48, 1.8)],
    ['line', line([0, 0, 18], [58, 0, 18])],
    ['accent', line([16, 6, 0], [16, 6, -16])],
    ['line', line([28, 6, 0], [28, 6, -16]) + line([42, 6, 0], [42, 6, -16])],
  ];
}

/** A wide, economical inverter with two fans behind grilles. */
export function fanInverter(): Stroke[] {
  const view = threeQuarterView(36, 84);
  const { front, line, dial } = view;
  return [
    ['ground', front(-18, 96, -14, 78, 24)],
    ...box(view, [0, 78], [0, 26], [0, 60]),
    ['dark', front(26, 52, 40, 52)],
    ...[18, 60].flatMap((x): Stroke[] => [
      ['glass', dial(x, 20, 12)],
      ['detail', dial(x, 20, 8) + dial(x, 20, 4) + line([x - 12, 0, 20], [x + 12, 0, 20])],
    ]),
    ['spot', dial(39, 33, 2)],
    ['accent', line([20, 6, 0], [20, 6, -14])],
    ['line', line([34, 6, 0], [34, 6, -14]) + line([58, 6, 0], [58, 6, -14])],
  ];
}

/** A storage inverter with round keys under its display and vents above. */
export function storageInverter(): Stroke[] {
  const view = threeQuarterView(44, 90);
  const { front, line, dial } = view;
  return [
    ['ground', front(-20, 84, -12, 86, 20)],
    ...box(view, [0, 62], [0, 20], [0, 74]),
    ['detail', each([10, 18, 26, 34, 42, 50], (x) => line([x, 3, 74], [x, 17, 74]))],
    ['glass', front(16, 46, 44, 62)],
    ['detail', line([20, 0, 50], [42, 0, 50]) + line([20, 0, 56], [34, 0, 56])],
    ['front', dial(20, 34, 3.4) + dial(31, 34, 3.4) + dial(42, 34, 3.4)],
    ['spot', dial(53, 60, 2)],
    ['front', front(4, 58, 4, 20)],
    ['accent', line([14, 0, 4], [14, 0, -16])],
    ['line', line([26, 0, 4], [26, 0, -16]) + line([46, 0, 4], [46, 0, -16])],
  ];
}

/** An inverter and charger without a display: plain case, switch and lights low on the front, thick battery cables. */
export function inverterCharger(width: number, height: number, fans: number): Stroke[] {
  const view = threeQuarterView(80 - width * 0.62, 50 + height / 2);
  const { front, line, dial } = view;
  const positions = Array.from({ length: fans }, (_, i) => 16 + (i * (width - 32)) / Math.max(fans - 1, 1));
  return [
    ['ground', front(-16, width + 20, -10, height + 8, 28)],
    ...box(view, [0, width], [0, 30], [0, height]),
    ['line', line([0, 0, 20], [width, 0, 20])],
    ['detail', line([8, 0, height - 12], [width * 0.5, 0, height - 12])],
    ...positions.flatMap((x): Stroke[] => [
      ['glass', dial(x, height * 0.55, 10)],
      ['detail', dial(x, height * 0.55, 6) + dial(x, height * 0.55, 2)],
    ]),
    ['dark', front(7, 14, 7, 14)],
    ['spot', dial(22, 10, 2)],
    ['front', dial(29, 10, 2) + dial(36, 10, 2)],
    ['accent', line([width * 0.62, 4, 0], [width * 0.62, 4, -14])],
    ['line', line([width * 0.8, 4, 0], [width * 0.8, 4, -14])],
  ];
}

/** A hybrid with a large touch screen and a radio stick. */
export function touchHybrid(): Stroke[] {
  const view = threeQuarterView(40, 88);
  const { front, line, dial } = view;
  return [
    ['ground', front(-18, 88, -10, 82, 20)],
    ...box(view, [0, 70], [0, 22], [14, 76]),
    ...box(view, [6, 64], [2, 20], [0, 14]),
    ['dark', front(18, 52, 36, 66)],
    ['accent', line([22, 0, 44], [30, 0, 54], [36, 0, 48], [48, 0, 60])],
    ['spot', dial(35, 26, 2.6)],
    [
      'line',
      line([12, 2, 0], [12, 2, -14]) + line([24, 2, 0], [24, 2, -14]) + line([46, 2, 0], [46, 2, -14]),
    ],
    ['front', front(56, 61, -10, 0, 2)],
    ['detail', arcs(104, 96, [5, 9])],
  ];
}

/** A three-phase inverter: cooling fins above, switch and three lines below. */
export function threePhaseInverter(isLarge: boolean): Stroke[] {
  const width = isLarge ? 88 : 74;
  const view = threeQuarterView(isLarge ? 32 : 38, isLarge ? 90 : 86);
  const { front, line, dial } = view;
  const fins = Array.from({ length: isLarge ? 11 : 8 }, (_, i) => 6 + i * 8);
  return [
    ['ground', front(-14, width + 16, -14, 80, 24)],
    ...box(view, [0, width], [0, 26], [0, 72]),
    ['detail', each(fins, (x) => line([x, 0, 58], [x, 0, 72], [x, 26, 72]))],
    ['line', line([0, 0, 58], [width, 0, 58])],
    ['dark', front(10, 40, 34, 50)],
    ['front', dial(width - 18, 42, 8)],
    ['line', line([width - 18, 0, 36], [width - 18, 0, 48])],
    ['line', line([0, 0, 20], [width, 0, 20])],
    ['spot', dial(12, 10, 2.2)],
    ['accent', each([26, 36, 46], (x) => line([x, 6, 0], [x, 6, -16]))],
    ['line', each(isLarge ? [58, 66, 74] : [58, 66], (x) => line([x, 6, 0], [x, 6, -16]))],
  ];
}

/** A flat hybrid with a strip of light and a row of panel connectors underneath. */
export function stringHybrid(): Stroke[] {
  const view = threeQuarterView(32, 80);
  const { front, line, dial } = view;
  return [
    ['ground', front(-16, 108, -16, 74, 18)],
    ...box(view, [0, 90], [0, 18], [0, 58]),
    ['detail', line([6, 0, 6], [6, 0, 52]) + line([84, 0, 6], [84, 0, 52])],
    ['accent', line([45, 0, 16], [45, 0, 44])],
    ['dark', front(56, 76, 34, 46)],
    ['dark', each([12, 22, 32, 42], (x) => front(x, x + 5, -9, 0, 4))],
    ['line', each([14.5, 24.5, 34.5, 44.5], (x) => line([x, 4, -9], [x, 4, -18]))],
    ['front', dial(70, -3, 4, 4)],
    ['detail', arcs(118, 34, [5, 9, 13])],
  ];
}

/** A backup inverter with a lid over its terminals and a fan at its side. */
export function backupInverter(): Stroke[] {
  const view = threeQuarterView(38, 86);
  const { front, line, side, dial } = view;
  return [
    ['ground', front(-18, 94, -14, 78, 26)],
    ...box(view, [0, 74], [0, 28], [0, 68]),
    ['line', line([0, 0, 48], [37, 0, 40], [74, 0, 48])],
    ['dark', front(29, 45, 52, 62)],
    ['spot', dial(37, 30, 3)],
    ['detail', each([26, 34, 42, 50], (z) => side(74, 6, 22, z, z + 4))],
    ['line', front(6, 68, 4, 18)],
    ['accent', line([16, 0, 4], [16, 0, -16])],
    [
      'line',
      line([32, 0, 4], [32, 0, -16]) + line([46, 0, 4], [46, 0, -16]) + line([58, 0, 4], [58, 0, -16]),
    ],
  ];
}
