import type { SheetGroup, SheetLine } from '@contract/products.ts';
import { classNames } from '#components/page/class-names.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './data-sheet.module.css';

/** The data sheet in groups, like a manufacturer's: labels on the left, figures with units aligned beside them. @param weight packed for transport */
export function DataSheet({ groups, weight }: { groups: readonly SheetGroup[]; weight: string | null }) {
  return (
    <table className={classNames('small tight', styles.sheet)}>
      <caption className="visually-hidden">Data sheet</caption>
      {groups.map(({ name, lines }) => (
        <tbody key={name}>
          <tr>
            <th scope="colgroup" colSpan={2} className={styles.group}>
              {name}
            </th>
          </tr>
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
      {weight === null ? null : (
        <tbody>
          <tr>
            <th scope="colgroup" colSpan={2} className={styles.group}>
              Transport
            </th>
          </tr>
          <tr>
            <th scope="row" className="quiet light">
              Weight, packed
            </th>
            <td>{weight}</td>
          </tr>
        </tbody>
      )}
    </table>
  );
}

function Note({ line: { note, workedOutFrom } }: { line: SheetLine }) {
  if (!note && !workedOutFrom) return null;
  return <span className="quiet"> {workedOutFrom ? `worked out: ${workedOutFrom}` : note}</span>;
}
