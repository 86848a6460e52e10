/** The length of a description in a table. */
const maxCharacters = 50;

/** The first 50 characters of a description, with an ellipsis when there are more. */
export function cutDescription(description: string): string {
  const characters = Array.from(description);
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : description;
}
