import type { SheetGroup, SheetLine } from '@contract/products.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './data-sheet.module.css';

/** A shorter data sheet is read at a glance, without headings. */
const rowsWithHeadings = 8;

/** The data sheet in groups, like a manufacturer's: labels on the left, figures with units aligned beside them. @param weight packed for transport */
export function DataSheet({ groups, weight }: { groups: readonly SheetGroup[]; weight: string | null }) {
  const transport = {
    key: null,
    label: 'Weight, packed',
    value: weight ?? '',
    note: null,
    workedOutFrom: null,
  };
  const shown = weight === null ? groups : [...groups, { name: 'Transport', lines: [transport] }];
  const hasHeadings = shown.flatMap(({ lines }) => lines).length >= rowsWithHeadings;
  return (
    <table className={`small tight ${styles.sheet}`}>
      <caption className="visually-hidden">Data sheet</caption>
      {shown.map(({ name, lines }) => (
        <tbody key={name}>
          {hasHeadings ? (
            <tr>
              <th scope="colgroup" colSpan={2} className={styles.group}>
                {name}
              </th>
            </tr>
          ) : null}
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row" className="quiet light">
                {line.label}
              </th>
              <td>
                {unbroken(line.value)}
                <Note line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Note({ line: { note, workedOutFrom } }: { line: SheetLine }) {
  if (!note && !workedOutFrom) return null;
  return <span className="quiet"> {workedOutFrom ? `worked out: ${workedOutFrom}` : note}</span>;
}
