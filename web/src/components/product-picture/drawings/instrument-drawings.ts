import { each, threeQuarterView } from './drawing-geometry.ts';
import { box, electrodes, type Stroke } from './strokes.ts';

const ground: Stroke = ['ground', 'M4 104h152'];

/** A cable drum seen from the side, at a position on the sheet. */
const drum = (x: number, y: number, r: number): Stroke[] => {
  const ring = (radius: number) =>
    `M${x + radius} ${y}a${radius} ${radius} 0 1 1-${2 * radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0`;
  return [
    ['side', ring(r)],
    ['accent', ring(r - 3)],
    ['front', ring(r - 6)],
    ['dark', ring(2.5)],
  ];
};

/** A resistivity meter with a set of electrodes: screen in the case, a drum at each side, the line in front. */
export function imagingSet(): Stroke[] {
  const view = threeQuarterView(44, 73);
  const { line, face, disc } = view;
  return [
    ground,
    ...drum(22, 72, 18),
    ...drum(140, 74, 16),
    ['side', face([0, 36, 24], [0, 44, 58], [68, 44, 58], [68, 36, 24])],
    ['glass', face([6, 37, 28], [6, 43, 54], [62, 43, 54], [62, 37, 28])],
    ['accent', line([10, 38, 34], [24, 40, 44], [38, 38, 36], [58, 42, 50])],
    ['detail', line([10, 39, 42], [24, 41, 48], [58, 40, 42])],
    ...box(view, [0, 68], [0, 36], [0, 24]),
    ['dark', each([14, 32, 50], (x) => disc(x, 14, 24, 4.5))],
    [
      'line',
      electrodes(
        [16, 32, 48, 64, 80, 96, 112, 128, 144].map((x) => [x, 100] as const),
        8,
      ),
    ],
  ];
}

/** The meter on its electrode selector, with a coil of imaging cable. */
export function lundSet(): Stroke[] {
  const view = threeQuarterView(20, 84);
  const { front, line, dial } = view;
  return [
    ground,
    ...box(view, [0, 70], [0, 40], [0, 22]),
    ...box(view, [0, 70], [0, 40], [24, 52]),
    ['dark', front(8, 38, 32, 46)],
    ['detail', line([11, 0, 39], [35, 0, 39])],
    ['front', each([48, 57], (x) => dial(x, 44, 3) + dial(x, 34, 3))],
    ['dark', each([12, 28, 44, 60], (x) => dial(x, 11, 5))],
    ...drum(126, 68, 26),
    ['accent', 'M70 88c18 18 42 18 60 8'],
    ['spot', dial(12, 28, 1.8)],
  ];
}

/** A small resistivity meter: carrying strap, display, four sockets in a row. */
export function stripMeter(): Stroke[] {
  const view = threeQuarterView(34, 80);
  const { front, line, dial, disc, face } = view;
  return [
    ground,
    ['line', face([4, 20, 44], [16, 20, 70], [66, 20, 70], [78, 20, 44])],
    ...box(view, [0, 82], [0, 40], [0, 44]),
    ['dark', front(10, 48, 22, 38)],
    ['accent', line([13, 0, 28], [22, 0, 34], [30, 0, 26], [45, 0, 33])],
    ['front', dial(66, 30, 8)],
    ['line', line([66, 0, 30], [70, 0, 36])],
    ['spot', each([14, 54], (x) => dial(x, 10, 3))],
    ['dark', each([28, 68], (x) => dial(x, 10, 3))],
    ['detail', disc(20, 20, 44, 5)],
    ['line', 'M46 86c-4 10-14 10-18 14M82 92c6 8 30 6 42 10'],
    [
      'line',
      electrodes(
        [
          [26, 102],
          [126, 104],
        ],
        8,
      ),
    ],
  ];
}

/** An open case whose panel is full of many-pin sockets. */
export function switchMeter(): Stroke[] {
  const view = threeQuarterView(30, 80);
  const { face, disc, line } = view;
  return [
    ground,
    ['side', face([0, 56, 26], [0, 68, 62], [90, 68, 62], [90, 56, 26])],
    ['top', face([6, 57, 30], [6, 67, 58], [84, 67, 58], [84, 57, 30])],
    ...box(view, [0, 90], [0, 56], [0, 26]),
    ['dark', face([10, 34, 26], [44, 34, 26], [44, 50, 26], [10, 50, 26])],
    ['accent', line([13, 38, 26], [22, 46, 26], [30, 40, 26], [41, 47, 26])],
    ...[16, 38, 60, 80].flatMap((x): Stroke[] => [
      ['front', disc(x, 16, 26, 8)],
      ['detail', disc(x, 16, 26, 4.5)],
      ['dark', disc(x, 16, 26, 1.4)],
    ]),
    ['spot', disc(58, 42, 26, 3)],
    ['detail', disc(72, 42, 26, 4)],
    ['line', 'M46 90c-6 12-20 10-40 12M94 100c8 4 30 2 60 4'],
  ];
}

/** A seismograph with its hammer and a row of geophones. */
export function seismograph(): Stroke[] {
  const view = threeQuarterView(44, 68);
  const { front, line, face } = view;
  return [
    ground,
    ['side', face([0, 34, 22], [0, 42, 54], [62, 42, 54], [62, 34, 22])],
    ['glass', face([5, 35, 26], [5, 41, 50], [57, 41, 50], [57, 35, 26])],
    [
      'accent',
      line([8, 36, 32], [18, 37, 32], [22, 39, 44], [27, 36, 28], [32, 38, 40], [37, 37, 33], [54, 38, 33]),
    ],
    ['detail', line([8, 38, 42], [26, 39, 42], [30, 40, 48], [34, 38, 38], [54, 40, 43])],
    ...box(view, [0, 62], [0, 34], [0, 22]),
    ['dark', front(8, 22, 7, 15)],
    ['spot', front(50, 54, 9, 13)],
    ['line', 'M14 96L34 54M8 88l16 8'],
    ['dark', 'M6 84l18 9l-4 9l-18-9z'],
    ['line', 'M56 92H154'],
    ...[62, 82, 102, 122, 142].map((x): Stroke => ['front', `M${x} 86h10l-2 10h-6z`]),
    ['line', [67, 87, 107, 127, 147].map((x) => `M${x} 96v10`).join('')],
  ];
}

/** Four electrodes at equal distances, a small meter in the middle. */
export function fourPointMeter(): Stroke[] {
  const view = threeQuarterView(52, 60);
  const { front, line, dial } = view;
  return [
    ['ground', 'M4 96h152'],
    ...box(view, [0, 52], [0, 28], [0, 32]),
    ['dark', front(8, 34, 14, 26)],
    ['detail', line([11, 0, 20], [31, 0, 20])],
    ['front', dial(43, 20, 4.4)],
    ['dark', each([10, 20, 30, 40], (x) => dial(x, 6, 2.4))],
    ['spot', dial(43, 8, 1.8)],
    ['accent', 'M60 58C52 76 26 66 16 80M96 66C104 80 132 70 144 82'],
    ['line', 'M70 60C66 76 60 74 58 82M86 64c2 12 12 10 14 18'],
    [
      'line',
      electrodes(
        [
          [16, 94],
          [58, 94],
          [100, 94],
          [144, 94],
        ],
        14,
      ),
    ],
    ['detail', 'M18 108h38M60 108h38M102 108h40M18 105v6M57 105v6M101 105v6M143 105v6'],
  ];
}

/** A meter in a rugged case that is read on a tablet. */
export function tabletMeter(): Stroke[] {
  const view = threeQuarterView(22, 82);
  const { front, line, disc, dial } = view;
  return [
    ground,
    ...box(view, [0, 66], [0, 46], [0, 40]),
    ['detail', line([0, 0, 30], [66, 0, 30], [66, 46, 30])],
    ['dark', front(8, 14, 26, 34) + front(52, 58, 26, 34)],
    ['front', disc(18, 16, 40, 5) + disc(40, 16, 40, 5) + disc(18, 34, 40, 5) + disc(40, 34, 40, 5)],
    ['spot', dial(33, 14, 3)],
    ['front', 'M98 30l46 12v50l-46-12z'],
    ['glass', 'M102 36l38 10v38l-38-10z'],
    ['accent', 'M104 56c8 2 10 12 18 10s8-8 16-2'],
    ['detail', 'M104 64c10 4 14 10 34 8M104 46c8 6 20 2 34 10'],
    ['line', 'M76 66c8 4 12 2 22 4'],
  ];
}

/** A magnetometer on a walking frame: two sensors on a staff above the pack. */
export function walkingMagnetometer(): Stroke[] {
  const view = threeQuarterView(64, 74);
  const { front, line } = view;
  const sensor = (y: number): Stroke[] => [
    ['front', `M62 ${y}h28a5 7 0 0 1 0 14h-28a5 7 0 0 1 0-14z`],
    ['side', `M90 ${y}a5 7 0 0 1 0 14a5 7 0 0 1 0-14z`],
  ];
  return [
    ground,
    ['line', 'M76 24V104M50 104l26-34l26 34'],
    ...sensor(6),
    ...sensor(34),
    ['accent', 'M80 20c18 8 22 28 12 44'],
    ...box(view, [0, 44], [0, 20], [-12, 18]),
    ['dark', front(6, 26, 0, 12)],
    ['detail', each([-6, -2, 2, 6, 10], (z) => line([30, 0, z], [40, 0, z]))],
    ['line', 'M64 66C40 62 34 76 40 96M108 78c12 0 14 10 8 22'],
  ];
}

/** A robotic total station and the prism that it follows. */
export function roboticStation(): Stroke[] {
  return [
    ground,
    ['line', 'M52 66L30 104M52 66L54 106M52 66L78 104'],
    ['top', 'M34 58h36l4 8H30z'],
    ['side', 'M66 18l8 4v34l-8 4z'],
    ['front', 'M32 18h10v40H32zM58 18h10v40H58z'],
    ['front', 'M40 26h20v26H40z'],
    ['dark', 'M57 39a7 7 0 1 1-14 0a7 7 0 1 1 14 0'],
    ['glass', 'M54 39a4 4 0 1 1-8 0a4 4 0 1 1 8 0'],
    ['line', 'M36 18v-6h28v6'],
    ['accent', 'M62 38H112'],
    ['accent', 'M74 30l4 4M74 46l4-4'],
    ['line', 'M124 46V108'],
    ['front', 'M136 34a12 12 0 1 1-24 0a12 12 0 1 1 24 0'],
    ['glass', 'M131 34a7 7 0 1 1-14 0a7 7 0 1 1 14 0'],
    ['detail', 'M124 27v7l-6 4M124 34l6 4'],
    ['spot', 'M121 74h6v8h-6z'],
  ];
}

/** An automatic level on its tripod, its staff beside it. */
export function level(): Stroke[] {
  return [
    ground,
    ['line', 'M60 56L34 104M60 56L62 106M60 56L88 104'],
    ['top', 'M44 50h32l4 8H40z'],
    ['front', 'M30 30h56v18H30z'],
    ['side', 'M86 28h12v22H86z'],
    ['dark', 'M30 34h-8v10h8z'],
    ['glass', 'M98 39a0 8 0 1 0 0-.1M96 31h4v16h-4z'],
    ['spot', 'M62 30a4 4 0 1 1-8 0a4 4 0 1 1 8 0'],
    ['accent', 'M102 39h28'],
    ['front', 'M130 8h14v98h-14z'],
    ['detail', 'M130 20h8M130 32h8M130 44h8M130 56h8M130 68h8M130 80h8M130 92h8'],
  ];
}

/** A bundle of steel electrodes and the hammer that drives them. */
export function electrodeSet(): Stroke[] {
  return [
    ground,
    ['line', 'M30 100L74 20M40 102L84 22M50 104L94 24M60 104l44-80M70 104l44-80'],
    ['line', 'M70 14l10 12M80 16l10 12M90 18l10 12M100 18l10 12M110 18l10 12'],
    ['accent', 'M48 62c14 2 26 8 40 12M46 68c14 2 26 8 40 12'],
    ['line', 'M150 100L118 48'],
    ['dark', 'M104 52l20-14l8 11l-20 14z'],
    ['side', 'M124 38l5-2l8 11l-5 2z'],
  ];
}
