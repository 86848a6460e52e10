import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shareSize, shareSvg, sharePicturesOf } from './share-pictures.ts';

const sprite = readFileSync('web/public/drawings.svg', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'share-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a drawing becomes a PNG in the size of link previews, once', async () => {
  const some = sprite.split('\n').slice(0, 3).join('\n');
  const pictures = await sharePicturesOf(some, folder);
  expect([...pictures.keys()]).toEqual(['solar', 'panel-pack-small']);
  for (const picture of pictures.values()) {
    const bytes = Buffer.from(picture);
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }).toEqual(shareSize);
    expect(picture.length).toBeGreaterThan(5000);
    expect(picture.length).toBeLessThan(100_000);
  }
  const files = readdirSync(folder);
  expect(await sharePicturesOf(some, folder)).toEqual(pictures);
  expect(readdirSync(folder)).toEqual(files);
});

test('it has no attributes that only browsers understand', () => {
  for (const [, parts = ''] of sprite.matchAll(/<symbol[^>]*>(.*?)<\/symbol>/gs))
    expect(shareSvg(parts)).not.toMatch(/var\(|vector-effect|NaN/);
});
