import { expect, test } from 'vitest';
import { pictureTypeOf, storePicture } from './pictures.ts';

const name = (end: string) => `${'ab'.repeat(32)}-${end}`;
const webp = Uint8Array.from([...'RIFF\x08\0\0\0WEBPVP8 '], (letter) => letter.charCodeAt(0));
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0xff, 0xd9]);
const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');

test('a file is stored as the type that its name and its first bytes both say', () => {
  expect(pictureTypeOf(name('320.webp'), webp)).toBe('image/webp');
  expect(pictureTypeOf(name('1200.jpg'), jpeg)).toBe('image/jpeg');
});

test.each([
  ['of a page', name('320.webp'), page],
  ['of a JPEG under the name of a WebP', name('320.webp'), jpeg],
  ['of a WebP under the name of a JPEG', name('320.jpg'), webp],
  ['of a WebP that is cut off', name('320.webp'), webp.subarray(0, 15)],
  ['of a WebP with a page behind it', name('320.webp'), Uint8Array.from([...webp, ...page])],
  ['of a JPEG that is cut off', name('320.jpg'), jpeg.subarray(0, 7)],
  ['of a JPEG with a page behind it', name('320.jpg'), Uint8Array.from([...jpeg, ...page])],
  ['of nothing', name('320.webp'), new Uint8Array()],
  [
    'of another kind of RIFF',
    name('320.webp'),
    Uint8Array.from([...'RIFF\x04\0\0\0WAVEfmt '], (l) => l.charCodeAt(0)),
  ],
  [
    'that are too many',
    name('1200.jpg'),
    Uint8Array.from({ length: 200_001 }, (_, i) => jpeg.at(i < 6 ? i : i - 200_001) ?? 0),
  ],
  ['under no hash', 'auger-320.webp', webp],
  ['in a folder', `../${name('320.webp')}`, webp],
  ['in another width', name('4000.webp'), webp],
  ['as a page', name('320.html'), webp],
  ['under an inherited name', name('320.constructor'), webp],
])('bytes %s are no picture', (_, file, bytes) => {
  expect(pictureTypeOf(file, bytes)).toBeNull();
});

test.each(['+6+q/b+6g3=', 'A', 'AAAAA', 'AA=A', 'A===', 'AA AA', 'AA_-', '===='])(
  'a file of %j is no base64',
  (data) => expect(storePicture.body?.isValidSync({ data })).toBe(false),
);

test.each(['AA==', 'AAA=', 'AAAA', '+/+/'])('a file of %j is base64', (data) => {
  expect(storePicture.body?.isValidSync({ data })).toBe(true);
  expect(() => atob(data)).not.toThrow();
});
