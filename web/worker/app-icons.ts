import { pngOf } from '../prerender/png.ts';

/** `maskable`: the device crops it to its own shape. */
type Icon = { pixels: number; purpose: 'any' | 'maskable' };

/** The sizes that browsers require before they offer to install: https://web.dev/articles/install-criteria. */
export const iconSizes: readonly Icon[] = [
  { pixels: 192, purpose: 'any' },
  { pixels: 512, purpose: 'any' },
  { pixels: 512, purpose: 'maskable' },
];

/** The path of an icon. */
export function iconPath({ pixels, purpose }: Icon): string {
  return purpose === 'any' ? `/icons/${pixels}.png` : `/icons/maskable-${pixels}.png`;
}

/** The icons as PNG, by path. @param mark the shop's mark, 32 units wide and high, as SVG */
export async function appIcons(mark: string): Promise<Map<string, Uint8Array>> {
  const icons = new Map<string, Uint8Array>();
  for (const icon of iconSizes) icons.set(iconPath(icon), await pngOf(iconSvg(mark, icon)));
  return icons;
}

/**
 * The mark in the shop's green on its background colour. Devices always show at least the middle circle, four fifths
 * as wide: https://w3c.github.io/manifest/#icon-masks.
 */
export function iconSvg(mark: string, { pixels, purpose }: Icon): string {
  const [, parts = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(mark.replace(/<style>.*<\/style>/s, '')) ?? [];
  const share = purpose === 'any' ? 0.72 : 0.52;
  const edge = (pixels * (1 - share)) / 2;
  const scale = (pixels * share) / 32;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}">` +
    `<rect width="${pixels}" height="${pixels}" fill="#faf8f3"/>` +
    `<g color="#0b5d3b" transform="translate(${edge} ${edge}) scale(${scale})">${parts.trim()}</g></svg>`
  );
}
