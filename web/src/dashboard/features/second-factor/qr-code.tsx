import qrcode from 'qrcode-generator';
import { classNames } from '#components/page/class-names.ts';
import styles from './second-factor.module.css';

/** Light modules around the code, as required by ISO/IEC 18004. */
const margin = 4;

/** A text as a QR code, rendered locally: the text is not sent to any service. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  const squares = indexes.flatMap((row) =>
    indexes.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  const size = indexes.length + 2 * margin;
  return (
    <svg
      className={classNames('full framed', styles.qrCode)}
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={squares.join('')} />
    </svg>
  );
}
