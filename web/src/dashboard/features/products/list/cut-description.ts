/** Characters of a description in a table. */
const shown = 50;

/** The first 50 characters of a description, with an ellipsis when there are more. */
export function cutDescription(description: string): string {
  const characters = Array.from(description);
  return characters.length > shown ? `${characters.slice(0, shown).join('')}…` : description;
}
