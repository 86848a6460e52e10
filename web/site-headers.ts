import type { Plugin } from 'vite';
import { isPreview } from './build-settings.ts';

/** Headers of the files whose path begins with `below`. */
export type HeaderRule = { below: string; headers: Record<string, string> };

/**
 * The headers of the site's files, on the CDN and in the local stack. `supabase` is the origin that the dashboard speaks
 * to. Pictures are shown before they are stored (blob:). form-action is left open: the checkout posts to the bank's
 * page, and a redirect on the bank's side must not break it. Search engines leave a hidden site out.
 */
export function siteHeaders(supabase: string, isHidden = false): HeaderRule[] {
  const policy = [
    "default-src 'self'",
    `img-src 'self' data: blob: https: ${supabase}`,
    "style-src 'self'",
    "script-src 'self'",
    `connect-src 'self' ${supabase}`,
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
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
      },
    },
    // The name of such a file changes with its content.
    { below: '/assets/', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  ];
}

/** The origin of the Supabase project that FUNCTIONS_URL names, any project while it is not set. */
export function supabaseOrigin(env: Record<string, string | undefined>): string {
  return env.FUNCTIONS_URL ? new URL(env.FUNCTIONS_URL).origin : 'https://*.supabase.co';
}

/** Writes the headers beside the built site, into the file that Netlify reads them from. */
export function writeSiteHeaders(): Plugin {
  return {
    name: 'write-site-headers',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      const rules = siteHeaders(supabaseOrigin(process.env), isPreview(process.env)).map(
        ({ below, headers }) =>
          [`${below}*`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
      );
      this.emitFile({ type: 'asset', fileName: '_headers', source: `${rules.join('\n')}\n` });
    },
  };
}
