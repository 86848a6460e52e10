import { object, string } from 'yup';
import { endpointWithBody } from './endpoint.ts';
import { maxPictureBodyBytes, maxPictureBytes } from './picture-limits.ts';

/** A file of a picture is named by the hash of its picture's content, its width in pixels and its type. */
const pictureName = /^[0-9a-f]{64}-(?:320|640|1200)\.(webp|jpg)$/;

const types = {
  webp: {
    contentType: 'image/webp',
    head: /^RIFF[^]{4}WEBPVP8[ LX]/,
    isWhole: (bytes: Uint8Array) =>
      new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) === bytes.length - 8,
  },
  jpg: {
    contentType: 'image/jpeg',
    head: /^\xff\xd8\xff/,
    isWhole: (bytes: Uint8Array) => bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9,
  },
};

/**
 * The type of a file that may be stored under this name, or null: its first bytes must be what the name says, and it
 * ends where its picture does. A function has no time to decode it; the browser that shows it does.
 */
export function pictureTypeOf(name: string, bytes: Uint8Array): string | null {
  const type = types[(pictureName.exec(name)?.[1] ?? '') as keyof typeof types] as
    | (typeof types)['jpg']
    | undefined;
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (!type?.head.test(head) || !type.isWhole(bytes) || bytes.length > maxPictureBytes) return null;
  return type.contentType;
}

const storePictureSchema = object({
  /** The file, in base64. */
  data: string()
    .required('The picture is missing')
    .max(maxPictureBodyBytes, 'The picture is too large')
    .matches(/^[A-Za-z0-9+/]+={0,2}$/, 'The picture must be sent in base64')
    .test('whole', 'The picture must be sent in base64', (data = '') => data.length % 4 === 0),
}).required();

/**
 * For admins. Stores a file of a picture, or again the same; replies its public address. 400 when its bytes are not those
 * of a picture of that name, or others are stored under it; 503 while Storage is down.
 */
export const storePicture = endpointWithBody<{ url: string }>()(
  'PUT',
  '/api/pictures/:name',
  storePictureSchema,
  maxPictureBodyBytes,
);
