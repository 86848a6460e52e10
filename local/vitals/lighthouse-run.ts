import lighthouse, { type Result } from 'lighthouse';

export type VitalsPage = {
  name: string;
  path: string;
  /** Not for search engines, so it has no SEO score. */
  isHidden?: boolean;
  /** Opened with a cart; the browser's cache is cleared nevertheless. */
  keepsCart?: boolean;
};

/** Results of one visit: times in milliseconds, scores out of 100, null if not measured. */
export type Vitals = {
  performance: number | null;
  accessibility: number | null;
  bestPractices: number | null;
  seo: number | null;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  /** What accessibility, best practices and SEO found wrong. */
  findings: string[];
};

/** A slow connection and CPU, applied by DevTools and not simulated. */
const slowConnection = {
  throttlingMethod: 'devtools',
  throttling: {
    requestLatencyMs: 400,
    downloadThroughputKbps: 400,
    uploadThroughputKbps: 400,
    cpuSlowdownMultiplier: 6,
  },
  onlyCategories: ['performance'],
  maxWaitForLoad: 90_000,
} as const;

const everyPage = ['performance', 'accessibility', 'best-practices'];

/** Without `local_storage`, where the cart is stored. */
const storageExceptCart = ['cookies', 'file_systems', 'indexeddb', 'service_workers', 'cache_storage'];

/**
 * One visit by Lighthouse with its mobile preset, or on a slow connection.
 * @param port the browser's debugging port
 * @throws Error when the page did not load
 */
export async function visit(
  origin: string,
  { path, isHidden, keepsCart }: VitalsPage,
  port: number,
  connection: 'mobile' | 'slow',
): Promise<Vitals> {
  const result = await lighthouse(origin + path, {
    port,
    logLevel: 'error',
    ...(connection === 'slow'
      ? slowConnection
      : { onlyCategories: isHidden ? everyPage : [...everyPage, 'seo'] }),
    ...(keepsCart && { clearStorageTypes: storageExceptCart }),
  } as Parameters<typeof lighthouse>[1]);
  if (!result) throw new Error(`Lighthouse returned no result for ${path}.`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`);
  const figure = (name: string) => audits[name]?.numericValue ?? NaN;
  const score = (name: string) => {
    const found = categories[name]?.score;
    return found === null || found === undefined ? null : Math.round(found * 100);
  };
  const findings = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isWrong = weight > 0 && audit && audit.score !== null && audit.score < 1;
      return isWrong ? [`${name}: ${[audit.title, ...consoleMessagesOf(audit)].join('; ')}`] : [];
    }),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    findings,
  };
}

/** Console messages of a finding, if it has any. */
function consoleMessagesOf({ details }: Result['audits'][string]): string[] {
  const items = details && 'items' in details ? (details.items as { description?: unknown }[]) : [];
  return items.flatMap(({ description }) => (typeof description === 'string' ? [description] : []));
}
