/**
 * Invisible characters: control characters except tabs and line breaks, halves of surrogate pairs
 * (Postgres stores neither NUL nor those), marks of direction, joiners, fillers and other ignorable characters. The first
 * alternative stays: what shapes an emoji belongs to it.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?\u200d?)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2800\ufff9-\ufffb\u{1d159}\p{Surrogate}\p{Default_Ignorable_Code_Point}]/gu;

/** What Postgres does not store: a NUL, or half of a surrogate pair. */
export const unstorable = /\0|\p{Surrogate}/u;

/**
 * Text of any origin as it is stored and compared: in one Unicode form (NFC), without invisible characters.
 * @param maxLength of the text before, in UTF-16 units: where a cut leaves half a character, that goes too
 */
export const cleanText = (text: string, maxLength?: number): string =>
  text.slice(0, maxLength).replace(unseen, '$1').normalize('NFC');
