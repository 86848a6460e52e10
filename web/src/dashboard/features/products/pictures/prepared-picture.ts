/** Bytes: a phone's largest photos have about 25 MB. */
const maxFileBytes = 40_000_000;

/** Pixels: each picture is stored in these widths. */
const pictureWidths = [320, 640, 1200] as const;

type PictureWidth = (typeof pictureWidths)[number];

/**
 * The largest file size of each width. The two narrow ones are for product cards, which may have 30 kB, even on a
 * phone with a high-density screen, which loads the wider of them.
 */
const maxBytes: Record<PictureWidth, number> = { 320: 30_000, 640: 30_000, 1200: 200_000 };

/** The size of a picture in this width: never scaled up, and never taller than twice the width. */
export function sizeInWidth(
  source: { width: number; height: number },
  width: PictureWidth,
): { width: number; height: number } {
  const scale = Math.min(1, width / source.width, (2 * width) / source.height);
  return {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
}

/** A size and a quality (0 to 1) for encoding a picture. */
type Encoding = { scale: number; quality: number };

/** Tried in this order until the file is small enough: first lower quality, then fewer pixels too. */
export function encodings(): Encoding[] {
  const qualities = [0.82, 0.7, 0.58, 0.45, 0.32, 0.2];
  return [
    ...qualities.map((quality) => ({ scale: 1, quality })),
    ...[0.8, 0.64, 0.5, 0.36, 0.25, 0.15].map((scale) => ({ scale, quality: 0.3 })),
  ];
}

/** One of the three files of a picture, ready for upload. */
export type PictureFile = { name: string; width: PictureWidth; bytes: ArrayBuffer };

/** A scaled photo: its upload can be repeated after the connection was lost. */
export type PreparedPicture = { files: PictureFile[]; preview: Blob };

/**
 * Makes the three widths of a photo in the browser: upright, small, named by their hash.
 * @throws Error with a sentence, when this browser cannot read the file as a picture
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  if (!crypto.subtle) throw new Error('Pictures can be sent over a secure (https) connection only.');
  const photo = await decodePicture(file);
  // All widths are made from the largest, so that the photo's memory is freed before encoding.
  const large = drawn(photo, sizeInWidth(photo, 1200));
  photo.close();
  const encoded: { width: PictureWidth; blob: Blob }[] = [];
  for (const width of pictureWidths) encoded.push({ width, blob: await smallEnough(large, width) });
  empty(large);

  const contents = await Promise.all(encoded.map(({ blob }) => blob.arrayBuffer()));
  const hash = await hashOf(contents);
  const files = encoded.map(({ width, blob }, i) => ({
    name: `${hash}-${width}.${blob.type === 'image/webp' ? 'webp' : 'jpg'}`,
    width,
    bytes: contents[i] as ArrayBuffer,
  }));
  return { files, preview: encoded[0]?.blob as Blob };
}

/**
 * Decodes a photo, upright. The caller closes the bitmap: a phone's photo takes 200 MB while it is open.
 * @throws Error with a sentence
 */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  const name = file.name ? `“${file.name}”` : 'This';
  if (file.size > maxFileBytes) {
    const megabytes = Math.ceil(file.size / 1e6);
    throw new Error(`${name} has ${megabytes} MB. A picture can have at most 40 MB.`);
  }
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Error(
      /\.hei[cf]$/i.test(file.name)
        ? `${name} is in HEIC, the format of iPhones, which this browser cannot read. Upload it from the phone itself, or save it as JPEG first.`
        : `${name} is not a picture, or is damaged. Choose a photo: JPEG, PNG, WebP, AVIF or GIF.`,
    );
  }
}

async function smallEnough(source: HTMLCanvasElement, width: PictureWidth): Promise<Blob> {
  const full = sizeInWidth(source, width);
  for (const { scale, quality } of encodings()) {
    const canvas = drawn(source, {
      width: Math.max(1, Math.round(full.width * scale)),
      height: Math.max(1, Math.round(full.height * scale)),
    });
    const blob = await encode(canvas, quality);
    empty(canvas);
    if (blob.size <= maxBytes[width]) return blob;
  }
  throw new Error('This picture cannot be made small enough. Choose one with less fine detail.');
}

/** WebP, or JPEG in browsers that cannot write WebP (Safari) and would return a large PNG instead. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const blob = await toBlob(canvas, 'image/webp', quality);
  return blob.type === 'image/webp' ? blob : toBlob(canvas, 'image/jpeg', quality);
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const tooLarge = new Error('This picture needs more memory than this device has.');
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(tooLarge)), type, quality);
  });
}

function drawn(source: CanvasImageSource, { width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This picture needs more memory than this device has.');
  // Transparent parts become white, also in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** Frees a canvas's memory at once; some phones would do it late. */
function empty(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Names the picture by its hash, so that a stored file never changes. */
async function hashOf(contents: readonly ArrayBuffer[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([...contents]).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
