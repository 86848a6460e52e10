import qrcode from 'qrcode-generator';
import styles from './second-factor.module.css';

/** Light modules around the code, as ISO/IEC 18004 asks. */
const margin = 4;

/** A text as a QR code, drawn here: it goes to no other company's service. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  const squares = places.flatMap((row) =>
    places.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  const size = places.length + 2 * margin;
  return (
    <svg
      className={styles.qrCode}
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={squares.join('')} />
    </svg>
  );
}
