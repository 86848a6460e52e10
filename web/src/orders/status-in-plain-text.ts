/** A readable text for a status that has no text of its own: `ready_to_ship` is `Ready to ship`. */
export function statusInPlainText(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
