/**
 * The number of files in a ZIP archive and their unpacked size in bytes, from its central directory (APPNOTE.TXT
 * 6.3.10, 4.3.12 and 4.3.16). The workbook reader needs no more memory than that. Null for anything else, including
 * archives of more than 4 GB.
 */
export function archiveSize(bytes: Uint8Array): { files: number; unpacked: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfList(view);
  if (end === null) return null;
  const files = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  for (let i = 0; i < files; i += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return null;
    const size = view.getUint32(at + 24, true);
    // ZIP64: the real number is elsewhere.
    if (size === 0xffffffff) return null;
    unpacked += size;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { files, unpacked };
}

/** The offset of the end record, which is followed only by a comment of at most 65,535 bytes. */
function endOfList(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 65_535); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return null;
}
