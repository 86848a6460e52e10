import { each, threeQuarterView } from './drawing-geometry.ts';
import { box, type Stroke, type View } from './strokes.ts';

/** A lead-acid block with its two terminals and its caps. */
function block(view: View, x: number, y: number, [w, d, h]: readonly [number, number, number]): Stroke[] {
  const { disc, front } = view;
  return [
    ...box(view, [x, x + w], [y, y + d], [0, h]),
    ['detail', front(x + 3, x + w - 3, h * 0.25, h * 0.65, y)],
    ['dark', disc(x + w * 0.2, y + d * 0.25, h, 2.4)],
    ['spot', disc(x + w * 0.8, y + d * 0.25, h, 2.8)],
  ];
}

/** Two deep-cycle blocks, linked. */
export function leadPair(): Stroke[] {
  const view = threeQuarterView(20, 86);
  return [
    ...block(view, 0, 0, [50, 44, 52]),
    ...block(view, 58, 0, [50, 44, 52]),
    ['accent', view.line([40, 11, 52], [46, 11, 58], [62, 11, 58], [68, 11, 52])],
  ];
}

/** Eight small blocks in two rows. */
export function agmSet(): Stroke[] {
  const view = threeQuarterView(14, 82);
  const row = (y: number) => [0, 27, 54, 81].flatMap((x) => box(view, [x, x + 24], [y, y + 24], [0, 34]));
  return [
    ...row(34),
    ...row(0),
    ['detail', each([3, 30, 57, 84], (x) => view.front(x, x + 18, 8, 22))],
    ['dark', each([5, 32, 59, 86], (x) => view.disc(x, 6, 34, 2.4))],
    ['accent', each([20, 47, 74], (x) => view.line([x, 6, 34], [x + 6, 6, 38], [x + 12, 6, 34]))],
  ];
}

/** Four tall cells with tubular plates. */
export function tubularSet(): Stroke[] {
  const view = threeQuarterView(22, 92);
  const { disc, line } = view;
  return [
    ...[0, 26, 52, 78].flatMap((x) => block(view, x, 0, [23, 40, 66])),
    ...[0, 26, 52, 78].map((x): Stroke => ['front', disc(x + 11, 26, 66, 4)]),
    [
      'detail',
      each([0, 26, 52, 78], (x) => each([7, 12, 17], (dx) => line([x + dx, 0, 18], [x + dx, 0, 42]))),
    ],
    ['accent', each([18, 44, 70], (x) => line([x, 10, 66], [x + 7, 10, 72], [x + 13, 10, 66]))],
  ];
}

/** One drawer of a rack: ears, handles, switch and charge lights. */
function drawer(view: View, z: number, height: number): Stroke[] {
  const { front, line, dial } = view;
  const middle = z + height / 2;
  return [
    ...box(view, [0, 92], [0, 52], [z, z + height]),
    ['line', line([7, 0, z + 4], [7, 0, z + height - 4]) + line([85, 0, z + 4], [85, 0, z + height - 4])],
    ['dark', front(16, 30, middle - 3.5, middle + 3.5)],
    ['detail', each([38, 42, 46, 50], (x) => line([x, 0, middle - 3], [x, 0, middle + 3]))],
    ['dark', dial(62, middle, 2.6)],
    ['spot', dial(71, middle, 3)],
  ];
}

/** A single flat module. */
export function rackModule(): Stroke[] {
  const view = threeQuarterView(22, 84);
  return [...drawer(view, 0, 26), ['accent', view.line([71, -2, 12], [71, -8, -6], [96, -8, -10])]];
}

/** Two modules on top of each other. */
export function rackPair(): Stroke[] {
  const view = threeQuarterView(22, 90);
  return [
    ...drawer(view, 0, 22),
    ...drawer(view, 24, 22),
    ['accent', view.line([71, -2, 11], [71, -6, 22], [71, -2, 35])],
  ];
}

/** A tall module of twice the energy, on castors, with a display. */
export function rackTall(): Stroke[] {
  const view = threeQuarterView(30, 90);
  const { front, line, dial, disc } = view;
  return [
    ['dark', disc(8, 4, -4, 4) + disc(66, 4, -4, 4) + disc(70, 38, -4, 4)],
    ...box(view, [0, 76], [0, 46], [0, 66]),
    ['line', front(6, 70, 6, 60)],
    ['dark', front(16, 44, 40, 54)],
    ['accent', line([18, 0, 44], [25, 0, 49], [31, 0, 45], [42, 0, 51])],
    ['detail', each([12, 18, 24, 30], (z) => line([14, 0, z], [46, 0, z]))],
    ['dark', dial(58, 48, 4)],
    ['spot', dial(58, 24, 5)],
  ];
}

/** A slim battery on the wall, charge lights down its front. */
export function wallBattery(): Stroke[] {
  const view = threeQuarterView(46, 92);
  const { front, line } = view;
  return [
    ['ground', front(-26, 84, -14, 90, 14)],
    ...box(view, [0, 60], [0, 14], [0, 78]),
    ['detail', line([0, 0, 64], [60, 0, 64]) + line([0, 0, 14], [60, 0, 14])],
    ['dark', each([24, 31, 38, 45], (z) => front(27, 33, z, z + 4))],
    ['spot', front(27, 33, 52, 56)],
    ['accent', line([18, 4, 0], [18, 4, -18])],
    ['line', line([42, 4, 0], [42, 4, -18])],
  ];
}

/** A narrow wall battery of another maker: screen above, cover below. */
export function wallBatteryWithScreen(): Stroke[] {
  const view = threeQuarterView(40, 88);
  const { front, line, dial } = view;
  return [
    ['ground', front(-22, 92, -12, 84, 18)],
    ...box(view, [0, 72], [0, 18], [0, 66]),
    ['glass', front(22, 50, 42, 58)],
    ['accent', line([26, 0, 46], [32, 0, 53], [38, 0, 48], [46, 0, 54])],
    ['front', front(0, 72, 0, 22)],
    ['dark', dial(14, 11, 3.4) + dial(26, 11, 3.4)],
    ['spot', dial(58, 11, 4)],
    ['line', line([14, 0, 8], [14, 0, -14]) + line([26, 0, 8], [26, 0, -14])],
  ];
}

/** Modules stacked to a tower under a control head. */
export function batteryTower(): Stroke[] {
  const view = threeQuarterView(42, 100);
  const { front, line } = view;
  return [
    ...[0, 24, 48].flatMap((z) => box(view, [0, 64], [0, 32], [z, z + 22])),
    ...box(view, [0, 64], [0, 32], [72, 84]),
    ['detail', each([11, 35, 59], (z) => line([8, 0, z], [30, 0, z]))],
    ['spot', front(50, 56, 8, 14) + front(50, 56, 32, 38) + front(50, 56, 56, 62)],
    ['dark', front(8, 26, 75, 81)],
    ['accent', line([64, 10, 78], [78, 10, 74], [78, 10, 8], [64, 10, 8])],
  ];
}

/** A lithium block with handles and bolted terminals, as for boats and vans. */
export function lithiumBlock(): Stroke[] {
  const view = threeQuarterView(28, 84);
  const { front, line, disc } = view;
  return [
    ...box(view, [0, 92], [0, 44], [0, 50]),
    ['line', line([10, 6, 50], [10, 10, 58], [10, 34, 58], [10, 38, 50])],
    ['line', line([82, 6, 50], [82, 10, 58], [82, 34, 58], [82, 38, 50])],
    ['detail', front(8, 84, 12, 38)],
    ['dark', disc(26, 14, 50, 5)],
    ['spot', disc(66, 14, 50, 5.4)],
    ['accent', line([66, 14, 52], [66, 4, 66], [100, 0, 62], [110, 0, 40])],
    ['line', line([26, 14, 52], [26, 4, 64], [-10, 0, 60], [-14, 0, 40])],
    ['dark', front(16, 40, 20, 30)],
  ];
}
