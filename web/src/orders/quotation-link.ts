/** The path that opens a quotation on any device; its key is in the `#` fragment, which browsers send to no server. */
export const quotationPath = ({ id, linkKey }: { id: string; linkKey: string }): string =>
  `/quotation/${id}#key=${encodeURIComponent(linkKey)}`;

/** Opens WhatsApp with a text about a quotation, ready to be sent. @param phone as `+254712345678`; without it WhatsApp asks */
export const quotationByWhatsApp = (text: string, phone: string | null): string =>
  `https://wa.me/${phone?.replace('+', '') ?? ''}?text=${encodeURIComponent(text)}`;
