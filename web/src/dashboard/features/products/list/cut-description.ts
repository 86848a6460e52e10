/** Characters of a description that a table shows. */
const shown = 50;

/** A description as a table shows it: 50 characters, and an ellipsis when there is more. */
export function cutDescription(description: string): string {
  const characters = Array.from(description);
  return characters.length > shown ? `${characters.slice(0, shown).join('')}…` : description;
}
