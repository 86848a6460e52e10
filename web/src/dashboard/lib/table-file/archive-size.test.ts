import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { archiveSize } from './archive-size.ts';

const workbook = new Uint8Array(readFileSync('web/src/dashboard/lib/table-file/statement.xlsx'));

/** The central directory at the end of an archive, as in APPNOTE.TXT 4.3.12 and 4.3.16. */
function archive(sizes: number[], { comment = 0, named = sizes.length } = {}): Uint8Array {
  const bytes = new Uint8Array(4 + sizes.length * 49 + 22 + comment);
  const view = new DataView(bytes.buffer);
  sizes.forEach((size, i) => {
    const at = 4 + i * 49;
    view.setUint32(at, 0x02014b50, true);
    view.setUint32(at + 24, size, true);
    // A two-letter name and a one-letter comment.
    view.setUint16(at + 28, 2, true);
    view.setUint16(at + 32, 1, true);
  });
  const end = 4 + sizes.length * 49;
  view.setUint32(end, 0x06054b50, true);
  view.setUint16(end + 10, named, true);
  view.setUint32(end + 16, 4, true);
  return bytes;
}

test('a workbook is measured before it is unpacked', () => {
  const { files = 0, unpacked = 0 } = archiveSize(workbook) ?? {};
  expect(files).toBeGreaterThan(3);
  expect(unpacked).toBeGreaterThan(workbook.length);
});

test('all parts are counted, whatever follows the central directory', () => {
  expect(archiveSize(archive([10, 20, 4_000_000_000], { comment: 300 }))).toEqual({
    files: 3,
    unpacked: 4_000_000_030,
  });
});

test.each([
  ['nothing at all', new Uint8Array(0)],
  ['a text', new TextEncoder().encode('Date;Amount\n2026-11-22;5')],
  ['a list that is cut off', archive([10, 20], { named: 3 })],
  ['a file larger than a ZIP can say', archive([0xffffffff])],
])('%s has no size', (_, bytes) => {
  expect(archiveSize(bytes)).toBeNull();
});
