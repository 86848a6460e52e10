import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { contourPaths } from './contour-paths.ts';
import { classNames } from './class-names.ts';
import styles from './contour-lines.module.css';

type ContourLinesProps = {
  /** The same seed gives the same lines. */
  seed: string;
  /** Every fifth line stronger, as on a map. */
  className?: string;
};

/**
 * Thin contour lines that fill their box, as decoration. Prerendered pages come without them: on a slow connection
 * they would be half of what has to arrive before the first text.
 */
export function ContourLines({ seed, className }: ContourLinesProps) {
  const paths = useIsHydrated() ? contourPaths(seed) : [];
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
