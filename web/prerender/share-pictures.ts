import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pngOf } from './png.ts';

/** Pixels; the aspect ratio of link previews: https://developers.facebook.com/docs/sharing/webmasters/images. */
export const shareSize = { width: 1200, height: 630 };

/** Pixels per unit of a drawing, which is 160 units wide and 120 high. */
const scale = 4.5;

/** The scale of line widths, which on a page do not grow with the drawing. */
const lineScale = 0.5;

/**
 * Each drawing of the sprite as a PNG, by name.
 * @param cacheFolder caches them for the next build: rendering all of them takes some seconds
 */
export async function sharePicturesOf(sprite: string, cacheFolder: string): Promise<Map<string, Uint8Array>> {
  mkdirSync(cacheFolder, { recursive: true });
  const pictures = new Map<string, Uint8Array>();
  for (const [, name = '', parts = ''] of sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)) {
    const svg = shareSvg(parts);
    const file = join(cacheFolder, `${createHash('sha256').update(svg).digest('hex')}.png`);
    if (!existsSync(file)) {
      // Written in two steps, so that an interrupted build leaves no partial picture.
      writeFileSync(`${file}.part`, await pngOf(svg));
      renameSync(`${file}.part`, file);
    }
    pictures.set(name, readFileSync(file));
  }
  return pictures;
}

/** A drawing centred on the shop's background colour. */
export function shareSvg(parts: string): string {
  const { width, height } = shareSize;
  const [left, top] = [(width - 160 * scale) / 2, (height - 120 * scale) / 2];
  const plain = parts
    .replaceAll(' vector-effect="non-scaling-stroke"', '')
    .replace(/var\(--[\w-]+,([\d.]+)\)/g, (_, thickness: string) => String(Number(thickness) * lineScale));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="#f6f2e8"/>` +
    `<g transform="translate(${left} ${top}) scale(${scale})">${plain}</g></svg>`
  );
}
