/** A text without accents and capitals. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const unit = '(?:m?v|k?va|m?a|ah|k?wp?|k?wh|hp|k?hz|mm|m|kg|l|channels?|inch)';
const figureAndUnit = new RegExp(String.raw`(?<![a-z])([\d.]+) (${unit})(?= |$)`, 'g');
const value = new RegExp(`^[0-9.]+${unit}$`);

/** Whether a word is a figure with its unit. */
export const isValue = (word: string) => value.test(word);

/** Splits a text into lower-case words and figures; a figure and its unit are one word, as in the database's search. */
export function splitWords(text: string): string[] {
  return plain(text)
    .replace(/[^a-z0-9.]+|\.(?!\d)|(?<!\d)\./g, ' ')
    .replace(figureAndUnit, '$1$2')
    .split(' ')
    .filter((word) => word !== '');
}

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** How numbers and units are said, and how they are written. */
const figures: [RegExp, string][] = [
  [/(\d),(\d{3})(?!\d)/g, '$1$2'],
  [/\b(\d+) hundred\b/g, '$100'],
  [/\b(\d+) thousand\b/g, '$1000'],
  [/\b(mita|(?:kilo)?wati|volti) ([\d.]+)/g, '$2 $1'],
  [/(\d)[ -]?(?:met(?:re|er)s?|mita)\b/g, '$1 m'],
  [/(\d)[ -]?volt[si]?\b/g, '$1 v'],
  [/(\d)[ -]?amp(?:ere)?s?[ -]?(?:hours?|hrs?)\b/g, '$1 ah'],
  [/(\d)[ -]?amp(?:ere)?s?\b/g, '$1 a'],
  [/(\d)[ -]?(k?)(?:ilo[ -]?)?wat(?:t|ts|i)?[ -]?(?:hours?|hrs?)\b/g, '$1 $2wh'],
  [/(\d)[ -]?(k?)(?:ilo[ -]?)?wat(?:t|ts|i)\b/g, '$1 $2w'],
  [/(\d)[ -]?kilo\b/g, '$1 kw'],
];

/** A query in small letters, its numbers and units as figures: "Nine hundred metres" is 900 m, "wati 550" 550 w. */
export function withFigures(query: string): string {
  const counted = plain(query).replace(/[a-z]+/g, (word) =>
    numbers.includes(word) ? String(numbers.indexOf(word) + 1) : word,
  );
  return figures.reduce((text, [said, written]) => text.replace(said, written), counted.replace(/\s+/g, ' '));
}

/** Words of a search that say nothing about the product. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the for of and with to in my buy price best cheap kenya nairobi ya wa za na kwa cha vya la ni
  bei nataka natafuta kifaa mashine mtambo machine chini bila i me we you is are can do how much what
  where which need want get near sale sell cost prices original genuine quality good new latest
  supplier suppliers shop dealer online delivery hire equipment device mombasa kisumu nakuru eldoret
  ksh kes vifaa bora nafuu rahisi gani wapi ngapi nunua kununua mpya ndogo kubwa naomba tafadhali`.split(
    /\s+/,
  ),
);

/** Whether a word was meant: one letter wrong, or two of a long one; never the first, and none of a short one. */
export function isNearly(typed: string, word: string, most = 2): boolean {
  const mistakes = Math.min(word.length >= 7 ? 2 : word.length >= 5 ? 1 : 0, most);
  if (typed === word) return true;
  return (
    typed[0] === word[0] &&
    Math.abs(typed.length - word.length) <= mistakes &&
    distance(typed, word) <= mistakes
  );
}

/** How many letters are to be changed, added or left out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries())
      next.push(
        Math.min((row[j] ?? 0) + Number(letter !== wanted), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
