import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib';

/** The pages of a PDF, and all that is written on them, line by line. */
export async function readPdf(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes);
  const streams = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [decodePDFRawStream(object).decode()] : []));
  const text = streams
    .flatMap((stream) => [
      ...Buffer.from(stream)
        .toString('latin1')
        .matchAll(/<([0-9A-F]+)> Tj/g),
    ])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));
  return { pages: document.getPageCount(), text };
}
