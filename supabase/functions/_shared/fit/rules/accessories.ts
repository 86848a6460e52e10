import { finding, type Finding } from '../finding.ts';
import type { Line } from '../part.ts';
import { type Sheet, textOf } from '../sheet.ts';

/** Whether a text names the model of a product: its last two words, "SAS 1000" of Terrameter SAS 1000. */
export function names(text: string, { model }: Sheet): boolean {
  const words = (value: string) =>
    ` ${value
      .toLowerCase()
      .replace(/[,;:()\s]+/g, ' ')
      .trim()} `;
  const last = words(model ?? '')
    .trim()
    .split(' ')
    .slice(-2)
    .join(' ');
  return last.length >= 4 && words(text).includes(` ${last} `);
}

/** What an accessory is made for, and whether it is for this one. */
export const madeFor = (accessory: Sheet, other: Sheet): boolean =>
  accessory.brand === other.brand &&
  other.id !== accessory.id &&
  names(textOf(accessory, 'fits') ?? '', other);

/**
 * An accessory goes with what it is made for. It is held against everything that it could belong to, whatever its brand: what
 * measures the same as those that it is made for, of which `known` has the data sheets.
 */
export function accessories(lines: Line[], known: Sheet[]): Finding[] {
  return lines.flatMap((line) => {
    const { sheet } = line.part;
    if (line.part.job !== 'accessory' || lines.some(({ part }) => madeFor(sheet, part.sheet))) return [];
    const keys = new Set(
      known.filter((one) => madeFor(sheet, one)).flatMap(({ specs }) => specs.map(({ key }) => key)),
    );
    const other = lines.find(
      ({ part }) =>
        part.sheet.id !== sheet.id &&
        part.sheet.category === sheet.category &&
        (part.sheet.brand === sheet.brand ||
          part.sheet.specs.some(({ key }) => key && !isGeneral(key) && keys.has(key))),
    );
    return other ? [finding('misfit', 'made for', [line, other])] : [];
  });
}

const isGeneral = (key: string) => key === 'sold_separately' || key === 'in_the_box';

/** A battery that does nothing without what the shop does not have. */
export function needs(lines: Line[]): Finding[] {
  return lines
    .filter(({ part }) => part.battery && /\bneeds?\b/.test(textOf(part.sheet, 'sold_separately') ?? ''))
    .map((line) => finding('if', 'needs', [line]));
}
