import { lateCode } from '#lib/loading/late-code.ts';
import { classNames } from './class-names.ts';
import styles from './contour-lines.module.css';

const contours = lateCode(() => import('./contour-paths.ts'));

type ContourLinesProps = {
  /** The same seed gives the same lines. */
  seed: string;
  /** Every fifth line stronger, as on a map. */
  className?: string;
};

/**
 * Thin contour lines that fill their box, as decoration. They come after the page: on a slow connection they would be half
 * of what has to arrive before the first text.
 */
export function ContourLines({ seed, className }: ContourLinesProps) {
  const paths = contours.use()?.contourPaths(seed) ?? [];
  return (
    <svg
      className={classNames('cover fill', styles.lines, className)}
      viewBox="0 0 320 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {paths.map((path, index) => (
        <path key={path} d={path} className={index % 5 === 2 ? styles.index : undefined} />
      ))}
    </svg>
  );
}
