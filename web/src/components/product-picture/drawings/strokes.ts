import type { threeQuarterView } from './drawing-geometry.ts';

/** How a part of a drawing is filled and outlined: a class in drawing.module.css. */
type StrokeStyle =
  'front' | 'side' | 'top' | 'glass' | 'dark' | 'line' | 'detail' | 'accent' | 'spot' | 'ground';

/** One path of a drawing. Later ones cover earlier ones. */
export type Stroke = readonly [style: StrokeStyle, path: string];

export type View = ReturnType<typeof threeQuarterView>;
type Range = readonly [from: number, to: number];

/** The three visible faces of a box. */
export function box(view: View, [x0, x1]: Range, [y0, y1]: Range, [z0, z1]: Range): Stroke[] {
  return [
    ['side', view.side(x1, y0, y1, z0, z1)],
    ['top', view.top(x0, x1, y0, y1, z1)],
    ['front', view.front(x0, x1, z0, z1, y0)],
  ];
}

/** The lines of a grid on an upright face towards the viewer. */
export function grid(view: View, [x0, x1]: Range, [z0, z1]: Range, columns: number, rows: number): string {
  const across = (i: number) => x0 + ((x1 - x0) * i) / columns;
  const up = (i: number) => z0 + ((z1 - z0) * i) / rows;
  return [
    ...Array.from({ length: columns - 1 }, (_, i) =>
      view.line([across(i + 1), 0, z0], [across(i + 1), 0, z1]),
    ),
    ...Array.from({ length: rows - 1 }, (_, i) => view.line([x0, 0, up(i + 1)], [x1, 0, up(i + 1)])),
  ].join('');
}

/** Signal arcs around a position on the sheet, to the upper right. */
export function arcs(x: number, y: number, radii: readonly number[]): string {
  return radii.map((r) => `M${x} ${y - r}A${r} ${r} 0 0 1 ${x + r} ${y}`).join('');
}

/** Electrodes in the ground at these positions, their heads above it. */
export function electrodes(spots: readonly (readonly [x: number, y: number])[], height = 16): string {
  return spots.map(([x, y]) => `M${x} ${y - height}v${height + 8}M${x - 4} ${y - height}h8`).join('');
}
