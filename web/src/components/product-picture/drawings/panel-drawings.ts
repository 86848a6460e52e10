import { each, threeQuarterView } from './drawing-geometry.ts';
import { box, grid, type Stroke } from './strokes.ts';

/** Panels standing one behind the other, held by two straps. */
export function panelPack(count: number, columns: number): Stroke[] {
  const view = threeQuarterView(28 - count, 94);
  const { front, line } = view;
  const offsets = Array.from({ length: count }, (_, i) => 5 * (count - 1 - i));
  return [
    ['ground', line([-10, 0, -4], [90, 0, -4])],
    ...offsets.map((y): Stroke => [y === 0 ? 'glass' : 'front', front(0, 74, 0, 74, y)]),
    ['detail', grid(view, [3, 71], [3, 35], columns, 4) + grid(view, [3, 71], [39, 71], columns, 4)],
    ['line', line([3, 0, 37], [71, 0, 37])],
    ['accent', each([16, 58], (x) => line([x, 0, 0], [x, 0, 74], [x, 5 * (count - 1), 74]))],
  ];
}

/** Panels lying flat on a pallet. */
export function panelPallet(count: number): Stroke[] {
  const view = threeQuarterView(16, 84);
  const { line, front } = view;
  const layers = Array.from({ length: count }, (_, i) => 5 * i);
  return [
    ['side', front(6, 20, -10, -2) + front(46, 60, -10, -2) + front(86, 100, -10, -2)],
    ...layers.flatMap((z) => box(view, [0, 106], [0, 70], [z, z + 3.5])),
    ['detail', each([18, 35, 53, 71, 88], (x) => line([x, 0, 5 * count - 1.5], [x, 70, 5 * count - 1.5]))],
    ['detail', each([17, 35, 53], (y) => line([0, y, 5 * count - 1.5], [106, y, 5 * count - 1.5]))],
    ['accent', each([28, 78], (x) => line([x, 0, -2], [x, 0, 5 * count - 1.5], [x, 70, 5 * count - 1.5]))],
  ];
}

/** Glass on both sides: light comes through, and back from the ground. */
export function bifacialPanels(): Stroke[] {
  const view = threeQuarterView(24, 88);
  const { front, line } = view;
  return [
    ['ground', line([-14, 30, -6], [110, 30, -6]) + line([-14, -14, -6], [104, -14, -6])],
    ['front', front(12, 84, 0, 70, 34)],
    ['detail', each([24, 36, 48, 60, 72], (x) => line([x, 34, 0], [x, 34, 70]))],
    ['line', line([0, 0, -6], [0, 0, 74]) + line([74, 0, -6], [74, 0, 74])],
    ['glass', front(0, 74, 4, 74)],
    ['front', front(5, 34, 10, 36) + front(40, 69, 10, 36) + front(5, 34, 42, 68) + front(40, 69, 42, 68)],
    ['detail', grid(view, [5, 69], [10, 68], 6, 6)],
    [
      'accent',
      line([128, 0, 84], [112, 16, 6], [92, 20, 46]) + line([86, 20, 40], [92, 20, 46], [97, 20, 39]),
    ],
  ];
}

/** Cells without any lines, as back-contact cells are. */
export function backContactPanels(): Stroke[] {
  const { front, line } = threeQuarterView(26, 94);
  const cells = [3, 27, 51].flatMap((x) => [3, 21, 39, 57].map((z) => front(x, x + 22, z, z + 16)));
  return [
    ['ground', line([-10, 0, -4], [90, 0, -4])],
    ...[25, 20, 15, 10, 5].map((y): Stroke => ['front', front(0, 76, 0, 76, y)]),
    ['front', front(0, 76, 0, 76)],
    ['dark', cells.join('')],
    ['accent', line([80, 0, 84], [60, 0, 62]) + line([60, 0, 71], [60, 0, 62], [68, 0, 63])],
  ];
}

/** A large panel on its frame in a field. */
export function groundMount(): Stroke[] {
  const { face, line } = threeQuarterView(18, 84);
  const on = (x: number, t: number) => [x, t * 44, 12 + t * 50] as const;
  const across = each([0.25, 0.5, 0.75], (t) => line(on(0, t), on(104, t)));
  return [
    ['ground', line([-12, 0, 0], [118, 0, 0])],
    ['line', each([12, 92], (x) => line([x, 0, 0], [x, 0, 16]) + line([x, 44, 0], [x, 44, 60], [x, 8, 20]))],
    ['glass', face(on(0, 0), on(104, 0), on(104, 1), on(0, 1))],
    ['detail', across + each([17, 35, 52, 69, 87], (x) => line(on(x, 0), on(x, 1)))],
    ['line', line(on(52, 0), on(52, 1))],
    ['accent', line([104, 0, 12], [112, 0, 4], [112, 0, -8], [128, 0, -12])],
  ];
}

/** Panels, a small inverter and a battery for lights, television and fridge. */
export function backupKit(): Stroke[] {
  const view = threeQuarterView(14, 76);
  const { front, line, dial } = view;
  return [
    ['ground', line([-10, 0, -8], [150, 0, -8])],
    ...[15, 10, 5, 0].map((y): Stroke => [y === 0 ? 'glass' : 'front', front(0, 42, 0, 56, y)]),
    ['detail', grid(view, [0, 42], [0, 56], 3, 6)],
    ...box(view, [66, 96], [0, 14], [24, 62]),
    ['dark', front(71, 91, 44, 55)],
    ['spot', dial(81, 33, 3)],
    ...box(view, [62, 100], [0, 22], [-8, 16]),
    ['line', line([68, 0, 4], [78, 0, 4]) + line([84, 0, 4], [94, 0, 4])],
    ['accent', line([42, 0, 20], [54, 0, 12], [60, 0, 40], [66, 0, 40]) + line([81, 0, 24], [81, 0, 16])],
    ['line', line([96, 0, 48], [116, 0, 48], [116, 0, 66])],
    ['front', `M${130} 50a9 9 0 1 1-18 0a9 9 0 1 1 18 0`],
    ['line', 'M117 60h8M118 64h6'],
  ];
}

/** A three-phase inverter over three batteries, a large array behind. */
export function threePhaseKit(): Stroke[] {
  const view = threeQuarterView(20, 90);
  const { front, line, face } = view;
  return [
    ['glass', face([-6, 60, 20], [96, 60, 20], [96, 76, 66], [-6, 76, 66])],
    [
      'detail',
      each([10, 27, 44, 61, 78], (x) => line([x, 60, 20], [x, 76, 66])) + line([-6, 68, 43], [96, 68, 43]),
    ],
    ['ground', line([-14, 0, 0], [118, 0, 0])],
    ...[0, 32, 64].flatMap((x) => box(view, [x, x + 26], [0, 26], [0, 26])),
    ['line', each([6, 38, 70], (x) => line([x, 0, 13], [x + 14, 0, 13]))],
    ...box(view, [20, 74], [0, 16], [36, 72]),
    ['dark', front(27, 50, 52, 66)],
    ['detail', each([42, 46], (z) => line([56, 0, z], [70, 0, z]))],
    ['accent', each([30, 44, 58], (x) => line([x, 0, 36], [x, 0, 26]))],
    ['line', each([58, 62, 66], (z) => line([74, 4, z], [104, 4, z], [112, 4, z - 20]))],
  ];
}

/** Panels drive a pump deep in a borehole. */
export function pumpKit(): Stroke[] {
  const view = threeQuarterView(14, 56);
  const { front } = view;
  return [
    ['ground', 'M8 66h144'],
    ...[10, 5, 0].map((y): Stroke => [y === 0 ? 'glass' : 'front', front(0, 46, 0, 44, y)]),
    ['detail', grid(view, [0, 46], [0, 44], 4, 4)],
    ...box(view, [66, 90], [0, 12], [6, 42]),
    ['dark', front(71, 85, 26, 36)],
    ['line', 'M116 66v50M136 66v50M116 66h20'],
    ['detail', 'M116 84h20M116 92h20'],
    ['glass', 'M119 92h14v24h-14z'],
    ['front', 'M122 86h8v26h-8z'],
    ['detail', 'M122 92h8M122 106h8'],
    ['line', 'M126 86V54h16v8'],
    ['accent', 'M54 52h16M94 58c14 0 12 14 28 30'],
    ['spot', 'M142 66c-3 4-3 7 0 7s3-3 0-7'],
  ];
}
