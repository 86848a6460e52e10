import { each, threeQuarterView } from './drawing-geometry.ts';
import { box, electrodes, type Stroke } from './strokes.ts';

/** A phone that shows a profile, at a position on the sheet. */
const phoneAt = (x: number, y: number): Stroke[] => [
  ['front', `M${x} ${y}l26 6v44l-26-6z`],
  ['glass', `M${x + 3} ${y + 5}l20 4.600v32l-20-4.600z`],
  ['accent', `M${x + 5} ${y + 16}l5 6l5-4l6 10`],
  ['detail', `M${x + 5} ${y + 25}l5 4l5-3l6 8`],
];

/** The hand type: a T-shaped probe carried over the ground, read on a phone. */
export function handDetector(): Stroke[] {
  const view = threeQuarterView(60, 40);
  return [
    ['ground', 'M10 106h140'],
    ['line', 'M50 44v58M110 50v52'],
    ['accent', 'M50 102v8M110 102v8'],
    ['line', 'M36 40L124 54M36 34v12M124 48v12'],
    ...box(view, [0, 30], [0, 14], [-4, 18]),
    ['dark', view.front(6, 24, 6, 14)],
    ...phoneAt(122, 8),
    ['detail', 'M88 34c12-14 20-16 32-14'],
  ];
}

/** The wall type: a unit with a bracket that is hung up and connected to two lines of electrodes. */
export function wallDetector(): Stroke[] {
  const view = threeQuarterView(42, 76);
  const { front, line, dial } = view;
  return [
    ['ground', 'M8 106h144'],
    ['side', front(-8, 84, 48, 66, 10)],
    ...box(view, [0, 74], [0, 18], [0, 54]),
    ['dark', front(8, 50, 16, 46)],
    ['accent', line([12, 0, 38], [20, 0, 26], [28, 0, 34], [36, 0, 22], [46, 0, 36])],
    ['detail', line([12, 0, 24], [24, 0, 20], [46, 0, 26])],
    ['front', dial(62, 40, 5) + dial(62, 26, 5)],
    ['spot', dial(62, 12, 2.6)],
    ['line', 'M52 78C48 92 36 84 28 92M92 88c2 12 22 4 32 10'],
    [
      'line',
      electrodes(
        [
          [26, 102],
          [126, 104],
        ],
        12,
      ),
    ],
  ];
}

/** A console with many channels: one cable with electrodes along a whole line. */
export function multiChannelDetector(): Stroke[] {
  const view = threeQuarterView(46, 68);
  const { front, line, face, dial } = view;
  const positions = [12, 30, 48, 66, 84, 102, 120, 138, 152] as const;
  return [
    ['ground', 'M4 98h152'],
    ['side', face([0, 34, 20], [0, 42, 52], [66, 42, 52], [66, 34, 20])],
    ['glass', face([5, 35, 24], [5, 41, 48], [61, 41, 48], [61, 35, 24])],
    ['detail', line([9, 37, 32], [24, 38, 40], [38, 37, 34], [57, 40, 44])],
    ...box(view, [0, 66], [0, 34], [0, 20]),
    ['dark', each([12, 24, 36], (x) => dial(x, 10, 3.6))],
    ['spot', dial(54, 10, 2.8)],
    ['line', front(46, 62, 4, 16)],
    ['accent', 'M58 70C56 80 44 88 12 90C40 94 110 94 152 90'],
    [
      'line',
      electrodes(
        positions.map((x) => [x, 96] as const),
        8,
      ),
    ],
  ];
}

/** A long line: a console on wheels and two drums of cable. */
export function deepDetector(): Stroke[] {
  const view = threeQuarterView(40, 82);
  const { front, line, face } = view;
  const drum = (x: number): Stroke[] => [
    ['side', `M${x + 16} 84a16 16 0 1 1-32 0a16 16 0 1 1 32 0`],
    ['front', `M${x + 11} 84a11 11 0 1 1-22 0a11 11 0 1 1 22 0`],
    ['accent', `M${x + 13.5} 84a13.500 13.500 0 1 1-27 0a13.500 13.500 0 1 1 27 0`],
    ['dark', `M${x + 3} 84a3 3 0 1 1-6 0a3 3 0 1 1 6 0`],
  ];
  return [
    ['ground', 'M6 102h148'],
    ['side', face([0, 40, 26], [0, 46, 62], [74, 46, 62], [74, 40, 26])],
    ['dark', face([6, 41, 31], [6, 45, 57], [68, 45, 57], [68, 41, 31])],
    ...box(view, [0, 74], [0, 40], [0, 26]),
    ['line', front(8, 40, 6, 20)],
    ['detail', each([10, 14, 18], (z) => line([48, 0, z], [66, 0, z]))],
    ['spot', front(44, 48, 20, 23)],
    ...drum(28),
    ...drum(132),
  ];
}

/** A geological detector: a suitcase with a tablet in its lid and a fan of cables. */
export function geologicalDetector(): Stroke[] {
  const view = threeQuarterView(36, 78);
  const { front, line, face, disc } = view;
  return [
    ['ground', 'M6 108h148'],
    ['side', face([0, 50, 24], [0, 60, 56], [84, 60, 56], [84, 50, 24])],
    ['front', face([14, 52, 30], [14, 58, 51], [70, 58, 51], [70, 52, 30])],
    ['glass', face([18, 53, 34], [18, 57, 47], [66, 57, 47], [66, 53, 34])],
    ['accent', line([22, 55, 38], [34, 56, 43], [46, 55, 37], [62, 57, 44])],
    ...box(view, [0, 84], [0, 50], [0, 24]),
    ['detail', face([6, 6, 24], [78, 6, 24], [78, 44, 24], [6, 44, 24])],
    ['dark', each([16, 30, 44, 58], (x) => disc(x, 16, 24, 3.6))],
    ['line', line([30, 0, 14], [30, -6, 10], [54, -6, 10], [54, 0, 14])],
    [
      'detail',
      'M44 78C40 92 30 96 16 100M56 82C54 94 50 100 44 104M80 86c2 10 8 14 14 18M94 88c10 8 22 10 34 12',
    ],
    [
      'line',
      electrodes(
        [
          [16, 104],
          [44, 106],
          [94, 106],
          [128, 104],
        ],
        6,
      ),
    ],
    ['spot', front(72, 76, 15, 19)],
  ];
}

/** A small console that hangs from the neck, read together with a phone. */
export function pocketDetector(): Stroke[] {
  const view = threeQuarterView(30, 78);
  const { front, line, dial } = view;
  return [
    ['ground', 'M8 108h144'],
    ['line', 'M34 38C30 4 96 6 92 44'],
    ...box(view, [0, 66], [0, 22], [0, 44]),
    ['dark', front(8, 40, 12, 36)],
    ['accent', line([11, 0, 26], [18, 0, 18], [26, 0, 28], [37, 0, 20])],
    ['front', dial(53, 30, 5.4)],
    ['line', line([53, 0, 30], [56, 0, 34])],
    ['spot', dial(53, 14, 2.6)],
    ['line', 'M42 82c-2 12-10 12-16 14M72 88c0 10 10 10 18 10'],
    [
      'line',
      electrodes(
        [
          [24, 104],
          [92, 106],
        ],
        8,
      ),
    ],
    ...phoneAt(116, 46),
  ];
}
