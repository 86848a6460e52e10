import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pngOf } from './png.ts';

/** Pixels; the ratio that link previews ask for: https://developers.facebook.com/docs/sharing/webmasters/images. */
export const shareSize = { width: 1200, height: 630 };

/** Pixels of one unit of a drawing, which is 160 units wide and 120 high. */
const scale = 4.5;

/** Thickness of a line beside what it has on a page, where it does not grow with the drawing. */
const lineScale = 0.5;

/**
 * Each drawing of the sprite as a PNG, by its name.
 * @param cacheFolder where they are kept for the next build: drawing all of them takes some seconds
 */
export async function sharePicturesOf(sprite: string, cacheFolder: string): Promise<Map<string, Uint8Array>> {
  mkdirSync(cacheFolder, { recursive: true });
  const pictures = new Map<string, Uint8Array>();
  for (const [, name = '', parts = ''] of sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)) {
    const svg = shareSvg(parts);
    const file = join(cacheFolder, `${createHash('sha256').update(svg).digest('hex')}.png`);
    if (!existsSync(file)) {
      // A build that is stopped in between leaves no half picture for the next one.
      writeFileSync(`${file}.part`, await pngOf(svg));
      renameSync(`${file}.part`, file);
    }
    pictures.set(name, readFileSync(file));
  }
  return pictures;
}

/** A drawing in the middle of a sheet of the shop's paper. */
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
