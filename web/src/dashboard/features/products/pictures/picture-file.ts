/** Bytes: a phone's largest photos have about 25 MB. */
const maxFileBytes = 40_000_000;
/** Pixels: phone browsers cannot hold more in memory. */
const maxPixels = 120_000_000;

/** Why a file is not accepted, as a sentence for the user. Choosing it again would not help. */
export class PictureRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'PictureRefused';
  }
}

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'bmp';

/**
 * The type of a file by its first bytes, whatever its name; and the size of its picture, if that can be read before
 * decoding.
 * @param head at least the first 64 kB of the file, or all of it
 */
export function pictureInFile(head: Uint8Array): { kind: Kind | null; pixels: number | null } {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  const at = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff)
    return { kind: 'jpeg', pixels: jpegPixels(at) };
  if (text(1, 4) === 'PNG' && head.length >= 24) {
    return { kind: 'png', pixels: at.getUint32(16) * at.getUint32(20) };
  }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return { kind: 'webp', pixels: null };
  if (text(0, 4) === 'GIF8') return { kind: 'gif', pixels: null };
  if (text(0, 2) === 'BM') return { kind: 'bmp', pixels: null };
  if (text(4, 8) === 'ftyp') {
    const brand = text(8, 12);
    if (/^avi[fs]$/.test(brand)) return { kind: 'avif', pixels: null };
    if (/^(hei[cmsx]|hev[cx]|mif1|msf1)$/.test(brand)) return { kind: 'heic', pixels: null };
  }
  return { kind: null, pixels: null };
}

/** Reads from marker to marker up to the frame header, which has the size. */
function jpegPixels(at: DataView): number | null {
  let offset = 2;
  while (offset + 9 < at.byteLength && at.getUint8(offset) === 0xff) {
    const marker = at.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return at.getUint16(offset + 5) * at.getUint16(offset + 7);
    offset += 2 + at.getUint16(offset + 2);
  }
  return null;
}

/**
 * Decodes a photo, upright. The caller closes the bitmap: a phone's photo takes 200 MB while it is open.
 * @throws PictureRefused
 */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  const name = file.name ? `“${file.name}”` : 'This';
  if (file.size === 0) throw new PictureRefused(`${name} is empty. Choose another picture.`);
  if (file.size > maxFileBytes) {
    const megabytes = Math.ceil(file.size / 1e6);
    throw new PictureRefused(`${name} has ${megabytes} MB. A picture can have at most 40 MB.`);
  }
  const head = new Uint8Array(await file.slice(0, 1_000_000).arrayBuffer());
  const { kind, pixels } = pictureInFile(head);
  if (kind === null) {
    throw new PictureRefused(
      `${name} is not a picture, whatever its name says. Choose a photo: JPEG, PNG, WebP, AVIF or GIF.`,
    );
  }
  if (pixels !== null && pixels > maxPixels) {
    const megapixels = Math.round(pixels / 1e6);
    throw new PictureRefused(
      `${name} has ${megapixels} megapixels. A picture can have at most 120; take it at a lower resolution.`,
    );
  }
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PictureRefused(
      kind === 'heic'
        ? `${name} is in HEIC, the format of iPhones, which this browser cannot read. Upload it from the phone itself, or save it as JPEG first.`
        : `${name} is damaged: it begins like a picture but cannot be read. Choose another copy of it.`,
    );
  }
}
