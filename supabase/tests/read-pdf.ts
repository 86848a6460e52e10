import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';

/** The pages of a PDF, all that is written on them, line by line, and how far above the paper's edge the lowest line is, in points. */
export async function readPdf(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes);
  const streams = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [decodePDFRawStream(object).decode()] : []));
  const contents = streams.map((stream) => Buffer.from(stream).toString('latin1'));
  const text = contents
    .flatMap((content) => [...content.matchAll(/<([0-9A-F]+)> Tj/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));
  const places = contents.flatMap((content) => [...content.matchAll(/ (-?[\d.]+) Tm/g)]);
  return { pages: document.getPageCount(), text, lowest: Math.min(...places.map(([, y]) => Number(y))) };
}
