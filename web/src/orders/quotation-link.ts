/** The path that opens a quotation on any device; its key is in the `#` fragment, which browsers send to no server. */
export const quotationPath = ({ id, linkKey }: { id: string; linkKey: string }): string =>
  `/quotation/${id}#key=${encodeURIComponent(linkKey)}`;
