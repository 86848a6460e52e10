/** A status as it is written, for one without words of its own: `ready_to_ship` is `Ready to ship`. */
export function statusInPlainText(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
