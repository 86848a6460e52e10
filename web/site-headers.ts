import type { Plugin } from 'vite';
import { functionsUrlOf, isPreview } from './build-settings.ts';
import { starterSource } from './start-after-paint.ts';

/** Headers of the files whose path starts with `below`. */
export type HeaderRule = { below: string; headers: Record<string, string> };

/** The settings that the headers depend on. */
export type HeaderSettings = {
  /** The Supabase origin, used by the dashboard. */
  supabase: string;
  /** The origins of the bank's card page, to which the checkout posts, and of the pages it redirects to. */
  gateways: string[];
  /** Whether forms to other origins are blocked, or only reported in the browser's console. */
  blocksForms: boolean;
  /** Whether the site must not be indexed. */
  isHidden?: boolean;
};

/**
 * The headers of the site's files, on the CDN and in the local stack. Pictures are previewed before the upload
 * (blob:). Chrome also applies form-action to redirects on the bank's side, so it is only reported until a live
 * payment has succeeded. A hidden site is not indexed.
 */
export function siteHeaders({
  supabase,
  gateways,
  blocksForms,
  isHidden = false,
}: HeaderSettings): HeaderRule[] {
  const forms = `form-action 'self' ${gateways.join(' ')}`.trim();
  const policy = [
    "default-src 'self'",
    `img-src 'self' data: blob: https: ${supabase}`,
    "style-src 'self'",
    `script-src 'self' ${starterSource}`,
    `connect-src 'self' ${supabase}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    ...(blocksForms ? [forms] : []),
  ];
  return [
    {
      below: '/',
      headers: {
        'X-Content-Type-Options': 'nosniff',
        'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
        'Content-Security-Policy': policy.join('; '),
        ...(isHidden ? { 'X-Robots-Tag': 'noindex' } : {}),
        ...(blocksForms ? {} : { 'Content-Security-Policy-Report-Only': forms }),
      },
    },
    // The name of such a file changes with its content.
    { below: '/assets/', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
    // A cached worker could not be replaced or removed.
    { below: '/service-worker.js', headers: { 'Cache-Control': 'no-cache' } },
    { below: '/manifest.webmanifest', headers: { 'Content-Type': 'application/manifest+json' } },
  ];
}

/**
 * The settings of a build: FUNCTIONS_URL is the Supabase project, any project if it is not set; CARD_GATEWAY_ORIGINS
 * the bank's origins, separated by blanks; FORM_ACTION=enforce blocks forms to anywhere else.
 */
export function headerSettings(env: Record<string, string | undefined>): HeaderSettings {
  const functionsUrl = functionsUrlOf(env);
  return {
    supabase: functionsUrl ? new URL(functionsUrl).origin : 'https://*.supabase.co',
    gateways: (env.CARD_GATEWAY_ORIGINS ?? '').split(/\s+/).filter(Boolean),
    blocksForms: env.FORM_ACTION === 'enforce',
    isHidden: isPreview(env),
  };
}

/** Writes the headers into the file that Netlify reads. */
export function writeSiteHeaders(): Plugin {
  return {
    name: 'write-site-headers',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: '_headers',
        source: headersFile(headerSettings(process.env)),
      });
    },
  };
}

/** The headers in the format of Netlify's `_headers` file. */
export function headersFile(settings: HeaderSettings): string {
  const rules = siteHeaders(settings).map(({ below, headers }) =>
    [`${below}*`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  return `${rules.join('\n')}\n`;
}
