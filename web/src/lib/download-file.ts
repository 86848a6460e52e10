import type { PdfFile } from '@contract/papers.ts';

/** Has the browser save a PDF that the shop made. */
export function downloadPdf({ name, base64 }: PdfFile): void {
  const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  downloadFile(name, new Blob([bytes], { type: 'application/pdf' }));
}

/** Has the browser save a file that was made in the page. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
