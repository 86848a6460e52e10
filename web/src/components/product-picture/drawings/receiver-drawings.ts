import { each, threeQuarterView } from './drawing-geometry.ts';
import { arcs, box, type Stroke } from './strokes.ts';

const ground: Stroke = ['ground', 'M14 108h132'];

/** A receiver's head seen slightly from above, at a position on the sheet. */
const head = (x: number, y: number, w: number, h: number): Stroke[] => [
  ['side', `M${x - w} ${y}v${h}a${w} ${w * 0.32} 0 0 0 ${2 * w} 0v-${h}z`],
  ['top', `M${x + w} ${y}a${w} ${w * 0.32} 0 1 1-${2 * w} 0a${w} ${w * 0.32} 0 1 1 ${2 * w} 0`],
  ['accent', `M${x - w} ${y + h * 0.6}a${w} ${w * 0.32} 0 0 0 ${2 * w} 0`],
];

/** A handheld at a position on the sheet: case, map, keys; with `quad` a thick antenna. */
function handheldAt(originX: number, originY: number, scale: number, quad = false): Stroke[] {
  const view = threeQuarterView(originX, originY);
  const { front, line, dial } = view;
  const s = (value: number) => value * scale;
  return [
    ...(quad
      ? box(view, [s(4), s(18)], [s(3), s(17)], [s(70), s(94)])
      : box(view, [s(8), s(30)], [s(4), s(16)], [s(70), s(76)])),
    ...box(view, [0, s(42)], [0, s(20)], [0, s(70)]),
    ['glass', front(s(5), s(37), s(30), s(64))],
    ['accent', line([s(9), 0, s(36)], [s(18), 0, s(44)], [s(24), 0, s(40)], [s(32), 0, s(56)])],
    ['spot', dial(s(32), s(58), s(2.6))],
    ['dark', each([s(10), s(21), s(32)], (x) => dial(x, s(22), s(2.4)))],
    ['front', dial(s(21), s(11), s(6))],
  ];
}

/** Two small handhelds. */
export function handheldPair(): Stroke[] {
  return [...handheldAt(78, 92, 0.86), ...handheldAt(24, 100, 0.94)];
}

/** A handheld with a thick antenna for several satellite systems and bands. */
export function quadHandheld(): Stroke[] {
  return handheldAt(54, 104, 1, true);
}

/** A handheld that sends messages over satellites. */
export function communicator(): Stroke[] {
  return [
    ...handheldAt(40, 104, 1, true),
    ['detail', arcs(74, 26, [8, 15, 22])],
    ['front', 'M116 14l10 10l-8 8l-10-10z'],
    ['line', 'M104 10l8 8M122 28l8 8M98 16l12-12M124 42l12-12'],
  ];
}

/** The same with a key for emergencies, its message on the way. */
export function rescueCommunicator(): Stroke[] {
  const { front, dial } = threeQuarterView(50, 104);
  return [
    ...handheldAt(50, 104, 1, true),
    ['accent', front(43, 46, 26, 44)],
    ['front', 'M104 20h40v26h-28l-8 8v-8h-4z'],
    ['dark', dial(72, 86, 1.8) + dial(82, 86, 1.8) + dial(92, 86, 1.8)],
  ];
}

/** A large handheld that is all touch screen. */
export function touchHandheld(): Stroke[] {
  const view = threeQuarterView(40, 96);
  const { front, line, dial } = view;
  return [
    ...box(view, [0, 66], [0, 18], [0, 84]),
    ['glass', front(5, 61, 10, 78)],
    [
      'detail',
      line([5, 0, 40], [22, 0, 52], [40, 0, 44], [61, 0, 58]) + line([24, 0, 10], [32, 0, 34], [28, 0, 78]),
    ],
    ['accent', line([14, 0, 20], [26, 0, 36], [34, 0, 50], [50, 0, 64])],
    ['spot', dial(50, 67, 4)],
    ['dark', front(28, 38, 3, 7)],
  ];
}

/** A network rover: a puck on a pole, a phone clamped to it. */
export function networkRover(): Stroke[] {
  return [
    ground,
    ['line', 'M72 34V112M70 34V112'],
    ...head(71, 20, 16, 12),
    ['front', 'M80 60l28 6v36l-28-6z'],
    ['glass', 'M83 65l22 5v26l-22-5z'],
    ['line', 'M72 74h8'],
    ['spot', 'M95 82a3 3 0 1 1-6 0a3 3 0 1 1 6 0'],
    ['detail', arcs(92, 18, [8, 15])],
  ];
}

/** One receiver on a tripod sends corrections, the other on a pole takes them. */
export function baseAndRover(): Stroke[] {
  return [
    ground,
    ['line', 'M44 46L22 106M44 46L46 108M44 46L68 106'],
    ...head(44, 24, 20, 18),
    ['line', 'M119 44V108M117 44V108'],
    ...head(118, 24, 18, 16),
    ['detail', 'M70 20q12-8 24 0M74 28q8-5 16 0'],
    ['accent', 'M46 52l0 12'],
    ['front', 'M122 72l16 3v20l-16-3z'],
  ];
}

/** A pocket receiver on its pole, as small as a hand. */
export function pocketReceiver(): Stroke[] {
  return [
    ground,
    ['line', 'M81 60V110M79 60V110'],
    ['side', 'M56 32l24 10v22L56 54z'],
    ['front', 'M80 42l26-8v22l-26 8z'],
    ['top', 'M56 32l26-8l24 10l-26 8z'],
    ['spot', 'M90 50a2.500 2.500 0 1 1-5 0a2.500 2.500 0 1 1 5 0'],
    ['detail', 'M62 42l12 5M62 47l12 5'],
    ['accent', 'M96 46l6-2'],
    ['detail', arcs(110, 28, [8, 15])],
  ];
}

/** A receiver that measures with its pole tilted. */
export function tiltReceiver(): Stroke[] {
  return [
    ground,
    ['line', 'M66 108L98 38M64 107L96 37'],
    ['side', 'M74 20l42 18l-6 14L68 34z'],
    ['top', 'M74 20c8-12 40 2 42 18c-8 6-40-6-42-18z'],
    ['accent', 'M70 28l43 18'],
    ['detail', 'M65 108V60'],
    ['accent', 'M65 66a42 42 0 0 1 17 5'],
    ['spot', 'M68 108a3 3 0 1 1-6 0a3 3 0 1 1 6 0'],
  ];
}

/** A domed receiver on its pole with the controller in its bracket. */
export function receiverWithController(): Stroke[] {
  return [
    ground,
    ['line', 'M65 48V112M63 48V112'],
    ['side', 'M34 34v10a30 10 0 0 0 60 0V34z'],
    ['top', 'M34 34c0-22 60-22 60 0a30 10 0 0 1-60 0z'],
    ['accent', 'M34 39a30 10 0 0 0 60 0'],
    ['front', 'M84 62l34 7v40l-34-7z'],
    ['glass', 'M88 67l26 5.500v17l-26-5.500z'],
    [
      'dark',
      'M89 92l5 1v3l-5-1zM97 94l5 1v3l-5-1zM105 96l5 1v3l-5-1zM89 98l5 1v3l-5-1zM97 100l5 1v3l-5-1zM105 102l5 1v3l-5-1z',
    ],
    ['line', 'M66 82h18'],
    ['spot', 'M103 78a2.500 2.500 0 1 1-5 0a2.500 2.500 0 1 1 5 0'],
  ];
}

/** A field controller: keys under a screen. */
export function controller(): Stroke[] {
  const view = threeQuarterView(48, 100);
  const { front, line, dial } = view;
  const keys = [8, 15, 22].flatMap((z) => [10, 19, 28, 37, 46].map((x) => front(x, x + 6, z, z + 4)));
  return [
    ...box(view, [0, 58], [0, 18], [0, 84]),
    ['glass', front(5, 53, 38, 78)],
    ['detail', line([5, 0, 52], [53, 0, 60]) + line([24, 0, 38], [30, 0, 78])],
    ['accent', line([10, 0, 44], [24, 0, 56], [40, 0, 54], [46, 0, 70])],
    ['spot', dial(46, 71, 3)],
    ['dark', keys.join('')],
    ['front', dial(29, 32, 3.6)],
  ];
}
