/** Whole shillings, as on the site but with a plain space: `KES 1,850,000`. */
export function kes(amount: number): string {
  return `KES ${amount.toLocaleString('en-KE', { maximumFractionDigits: 0 })}`;
}

/** The bank's money: shillings, and the cents when there are any: `KES 1,999.50`. */
export function kesOfCents(cents: number): string {
  const rest = Math.abs(cents) % 100;
  const sum = kes(Math.floor(Math.abs(cents) / 100));
  return `${cents < 0 ? '-' : ''}${sum}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
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
