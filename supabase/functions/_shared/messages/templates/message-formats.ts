/** `KES 1,850,000` */
export function kes(amount: number): string {
  return `KES ${amount.toLocaleString('en-KE', { maximumFractionDigits: 2 })}`;
}

/** `#IC-1A2B3C4D`, as on the order's page. */
export function orderNumber(orderId: string): string {
  return `#IC-${orderId.slice(-8).toUpperCase()}`;
}

/** `14:35` in Nairobi. */
export function timeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', {
    timeZone: 'Africa/Nairobi',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/**
 * Only letters of GSM-7, so that an SMS has 160 of them: others take 70 a part. Curly quotes and dashes get their plain
 * form, other letters lose their marks, and what has no plain form becomes `?`.
 */
export function gsmText(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]/gu, '?');
}
