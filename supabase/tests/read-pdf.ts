import { inflateSync } from 'node:zlib';

/** A text where it begins and ends, in points from the lower left corner of the paper. */
type Place = { text: string; page: number; x: number; to: number; y: number; size: number };

/**
 * The pages of a PDF of PDFKit and all texts on them, in letters as a reader copies them: by the table of the font.
 * `overlap` has the first two texts that stand on each other.
 */
export function readPdf(bytes: Uint8Array) {
  const file = Buffer.from(bytes).toString('latin1');
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(([, id = '', body = '']) => [id, body]),
  );
  /** The object that has the words, after a key of another. */
  const reference = (key: string, body = '') => new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1] ?? '';
  const streamOf = (id: string) => {
    const [, stream = ''] = /\nstream\n(.*)\nendstream/s.exec(objects.get(id) ?? '') ?? [];
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  };
  const fonts = new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const font = objects.get(id);
      const [, letters = ''] = /\[(.*)\]/s.exec(streamOf(reference('ToUnicode', font))) ?? [];
      const [, widths = ''] =
        /\/W \[0 \[(.*?)\]/.exec(objects.get(reference('DescendantFonts', font)) ?? '') ?? [];
      return [
        name,
        {
          letters: [...letters.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => inUtf16(hex)),
          widths: widths.split(' ').map(Number),
        },
      ];
    }),
  );
  const contents = [...objects.values()].flatMap((body) => {
    const id = reference('Contents', body);
    return id ? [streamOf(id)] : [];
  });
  const places = contents.flatMap((content, page) =>
    [...content.matchAll(/^BT\n(.*?)\nET$/gms)].map(([, one = '']): Place => {
      const [, x, y, name = '', size] = /1 0 0 1 ([\d.]+) ([-\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf/.exec(one) ?? [];
      const glyphs = [...one.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        .map((hex) => parseInt(hex, 16));
      const { letters = [], widths = [] } = fonts.get(name) ?? {};
      const width = glyphs.reduce((sum, glyph) => sum + (widths[glyph] ?? 0), 0) / 1000;
      return {
        text: glyphs.map((glyph) => letters[glyph]).join(''),
        page,
        x: Number(x),
        to: Number(x) + width * Number(size),
        y: Number(y),
        size: Number(size),
      };
    }),
  );
  return {
    pages: contents.length,
    places,
    text: places.map(({ text }) => text),
    lowest: Math.min(...places.map(({ y }) => y)),
    overlap: places.flatMap((one, index) => {
      const other = places.slice(0, index).find((before) => standOnEachOther(one, before));
      return other ? [[other.text, one.text]] : [];
    })[0],
  };
}

const standOnEachOther = (a: Place, b: Place) =>
  a.page === b.page && a.x < b.to && b.x < a.to && Math.abs(a.y - b.y) < 0.7 * Math.min(a.size, b.size);

const inUtf16 = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
