import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appIcons, iconSizes, iconSvg } from './app-icons.ts';
import { shopManifest } from './shop-manifest.ts';

const mark = readFileSync('web/public/favicon.svg', 'utf8');

test('each icon of the manifest exists, in the size that the manifest states', async () => {
  const icons = await appIcons(mark);
  const { icons: listed } = shopManifest('Shop');
  expect([...icons.keys()].sort()).toEqual(listed.map(({ src }) => src).sort());
  for (const { src, sizes } of listed) {
    const bytes = Buffer.from(icons.get(src) ?? []);
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(listed.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('nothing of a maskable icon is cut off, and no icon depends on the colour scheme of the build machine', () => {
  for (const icon of iconSizes) {
    const svg = iconSvg(mark, icon);
    expect(svg).not.toContain('<style');
    expect(svg).toContain('<path');
  }
  // The corners of the mark lie within the safe zone, a circle with a radius of two fifths of the width.
  const maskable = iconSvg(mark, { pixels: 512, purpose: 'maskable' });
  const [, edge = 0] = /translate\(([\d.]+)/.exec(maskable)?.map(Number) ?? [];
  expect(Math.hypot(256 - edge, 256 - edge)).toBeLessThanOrEqual(0.4 * 512);
});
