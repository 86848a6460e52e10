import { each, threeQuarterView } from './drawing-geometry.ts';
import { arcs, box, type Stroke } from './strokes.ts';

/** A converter on a rail: screw terminals above and below, one light. */
export function railConverter(width: number): Stroke[] {
  const view = threeQuarterView(54 - width / 4, 96);
  const { line, dial } = view;
  const screws = Array.from(
    { length: width > 40 ? 5 : 3 },
    (_, i) => 8 + (i * (width - 16)) / (width > 40 ? 4 : 2),
  );
  return [
    ...box(view, [-22, width + 30], [46, 52], [34, 48]),
    ...box(view, [0, width], [0, 46], [0, 80]),
    ['line', line([0, 0, 16], [width, 0, 16]) + line([0, 0, 64], [width, 0, 64])],
    ['dark', each(screws, (x) => dial(x, 8, 3.2) + dial(x, 72, 3.2))],
    ['detail', each([30, 35, 40, 45], (z) => line([5, 0, z], [width - 5, 0, z]))],
    ['spot', dial(8, 56, 2.6)],
    ['accent', line([screws[0] ?? 8, 0, 4], [screws[0] ?? 8, 0, -14])],
    ['line', line([screws[1] ?? 16, 0, 4], [screws[1] ?? 16, 0, -14])],
  ];
}

/** A finned charger that is set up by phone. */
export function smartCharger(): Stroke[] {
  const view = threeQuarterView(22, 84);
  const { front, line, dial, side } = view;
  return [
    ...box(view, [-8, 100], [0, 52], [0, 4]),
    ...box(view, [0, 92], [4, 48], [4, 34]),
    ['detail', each([10, 20, 30, 40, 50, 60, 70, 80], (x) => line([x, 4, 34], [x, 48, 34]))],
    ['line', front(8, 84, 9, 28, 4)],
    ['dark', each([16, 27, 38], (x) => dial(x, 18, 3.4, 4))],
    ['spot', dial(74, 18, 2.6, 4)],
    ['front', side(92, 14, 34, 10, 26)],
    ['accent', line([92, 20, 18], [108, 18, 16], [124, 8, 4])],
    ['detail', arcs(108, 40, [7, 13, 19])],
  ];
}

/** A flat modern charger, cables at one end, all in one smooth case. */
export function slimCharger(): Stroke[] {
  const view = threeQuarterView(20, 74);
  const { front, line, dial, face } = view;
  return [
    ...box(view, [0, 112], [0, 48], [0, 20]),
    ['line', face([14, 10, 20], [98, 10, 20], [98, 38, 20], [14, 38, 20])],
    ['detail', line([22, 24, 20], [70, 24, 20])],
    ['spot', dial(100, 12, 2.4)],
    ['front', dial(14, 10, 5) + dial(30, 10, 5) + dial(46, 10, 5)],
    ['accent', line([14, 0, 10], [12, -10, -4], [4, -16, -22])],
    [
      'line',
      line([30, 0, 10], [30, -10, -4], [24, -16, -22]) + line([46, 0, 10], [48, -10, -4], [44, -16, -22]),
    ],
    ['dark', front(70, 90, 6, 14)],
  ];
}

/** An isolated step-down converter: a short finned block with two pairs of terminals. */
export function stepDownBlock(): Stroke[] {
  const view = threeQuarterView(34, 86);
  const { line, dial } = view;
  return [
    ...box(view, [-8, 80], [0, 48], [0, 4]),
    ...box(view, [0, 72], [2, 46], [4, 44]),
    ['detail', each([10, 18, 26, 34], (z) => line([72, 4, z], [72, 44, z]))],
    ['detail', each([12, 24, 36, 48, 60], (x) => line([x, 2, 44], [x, 46, 44]))],
    ['dark', each([14, 28], (x) => dial(x, 16, 4, 2)) + each([46, 60], (x) => dial(x, 16, 4, 2))],
    ['accent', line([14, 2, 12], [10, -8, -8]) + line([46, 2, 12], [46, -8, -10])],
    ['line', line([28, 2, 12], [26, -8, -9]) + line([60, 2, 12], [62, -8, -10])],
    ['spot', dial(36, 34, 2.4, 2)],
  ];
}

/** A step-up converter: a wide shallow block, an arrow from the lower to the higher voltage on its front. */
export function stepUpBlock(): Stroke[] {
  const view = threeQuarterView(22, 84);
  const { line, dial, front } = view;
  return [
    ...box(view, [-6, 102], [0, 40], [0, 4]),
    ...box(view, [0, 96], [2, 38], [4, 36]),
    ['detail', each([12, 24, 36, 48, 60, 72, 84], (x) => line([x, 2, 36], [x, 38, 36]))],
    ['line', front(30, 66, 10, 30, 2)],
    [
      'accent',
      line([35, 2, 14], [46, 2, 14], [46, 2, 26], [61, 2, 26]) + line([57, 2, 29], [61, 2, 26], [57, 2, 22]),
    ],
    ['dark', dial(10, 18, 4, 2) + dial(21, 18, 4, 2) + dial(75, 18, 4, 2) + dial(86, 18, 4, 2)],
    ['line', line([10, 2, 14], [6, -8, -10]) + line([86, 2, 14], [88, -8, -10])],
  ];
}

/** A medium solar charge controller with fins across its back. */
export function finnedController(): Stroke[] {
  const view = threeQuarterView(30, 90);
  const { front, line, dial } = view;
  return [
    ...box(view, [0, 84], [0, 34], [0, 66]),
    ['detail', each([8, 18, 28, 38, 48, 58, 68, 78], (x) => line([x, 6, 66], [x, 34, 66]))],
    ['glass', front(6, 78, 24, 60)],
    ['line', line([6, 0, 48], [40, 0, 48], [52, 0, 24])],
    ['spot', dial(66, 50, 2.6)],
    ['dark', dial(66, 40, 2.6) + dial(66, 30, 2.6)],
    ['front', front(8, 76, 4, 18)],
    ['dark', each([14, 25, 36, 48, 59, 70], (x) => dial(x, 11, 3.6))],
    ['accent', each([25, 48], (x) => line([x, 0, 4], [x, 0, -14]))],
    ['line', each([14, 36, 59, 70], (x) => line([x, 0, 4], [x, 0, -14]))],
  ];
}

/** A large charge controller with a display and glands for thick cables. */
export function largeController(): Stroke[] {
  const view = threeQuarterView(22, 84);
  const { front, line, dial } = view;
  return [
    ...box(view, [0, 106], [0, 28], [0, 66]),
    ['glass', front(8, 98, 26, 58)],
    ['dark', front(62, 92, 34, 52)],
    ['accent', line([66, 0, 38], [74, 0, 46], [80, 0, 40], [88, 0, 48])],
    ['line', line([8, 0, 42], [54, 0, 42])],
    ['front', front(0, 106, 0, 18)],
    ['dark', each([14, 34, 54, 74], (x) => dial(x, 9, 5))],
    ['spot', dial(94, 9, 3)],
    [
      'line',
      each([14, 54], (x) => line([x - 2, 0, 0], [x - 2, 0, -16]) + line([x + 2, 0, 0], [x + 2, 0, -16])),
    ],
    ['accent', each([34, 74], (x) => line([x, 0, 0], [x, 0, -16]))],
  ];
}
