import type { Plugin } from 'vite';
import { errorSinkOfSite, functionsUrlOf, isPreview } from './build-settings.ts';
import { starterSource } from './start-after-paint.ts';

/** Headers of the files whose path begins with `below`. */
export type HeaderRule = { below: string; headers: Record<string, string> };

/** What the headers depend on. */
export type HeaderSettings = {
  /** The origin that the dashboard speaks to. */
  supabase: string;
  /** The origins of the bank's card page, to which the checkout posts, and of those that it leads on to. */
  gateways: string[];
  /** Whether forms that lead elsewhere are blocked, or only reported in the browser's console. */
  blocksForms: boolean;
  /** Whether search engines are to leave the site out. */
  isHidden?: boolean;
  /** Whether the functions may ask for Cloudflare's challenge. */
  asksChallenges?: boolean;
  /** The origin to which pages report errors. */
  errorSink?: string;
};

/**
 * The headers of the site's files, on the CDN and in the local stack. Pictures are shown before they are stored (blob:).
 * Chrome applies form-action to redirects on the bank's side too, so it is only reported until a live payment has passed.
 * Search engines leave a hidden site out.
 */
export function siteHeaders({
  supabase,
  gateways,
  blocksForms,
  isHidden = false,
  asksChallenges = false,
  errorSink,
}: HeaderSettings): HeaderRule[] {
  // https://developers.cloudflare.com/turnstile/reference/content-security-policy/
  const challenges = asksChallenges ? ' https://challenges.cloudflare.com' : '';
  const forms = `form-action 'self' ${gateways.join(' ')}`.trim();
  const policy = [
    "default-src 'self'",
    `img-src 'self' data: blob: https: ${supabase}`,
    "style-src 'self'",
    `script-src 'self' ${starterSource}${challenges}`,
    ...(asksChallenges ? [`frame-src${challenges}`] : []),
    ["connect-src 'self'", supabase, errorSink].filter(Boolean).join(' '),
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
    // A worker that is kept somewhere on the way could not be replaced, nor removed.
    { below: '/service-worker.js', headers: { 'Cache-Control': 'no-cache' } },
    { below: '/manifest.webmanifest', headers: { 'Content-Type': 'application/manifest+json' } },
  ];
}

/**
 * Of the site that is built: FUNCTIONS_URL names the Supabase project, any while it is not set; CARD_GATEWAY_ORIGINS the
 * bank's origins, separated by blanks; FORM_ACTION=enforce blocks forms to anywhere else; TURNSTILE_SITE_KEY lets
 * Cloudflare's challenge run; VITE_SENTRY_DSN lets pages report errors there.
 */
export function headerSettings(env: Record<string, string | undefined>): HeaderSettings {
  const functionsUrl = functionsUrlOf(env);
  return {
    supabase: functionsUrl ? new URL(functionsUrl).origin : 'https://*.supabase.co',
    gateways: (env.CARD_GATEWAY_ORIGINS ?? '').split(/\s+/).filter(Boolean),
    blocksForms: env.FORM_ACTION === 'enforce',
    isHidden: isPreview(env),
    asksChallenges: Boolean(env.TURNSTILE_SITE_KEY),
    errorSink: errorSinkOfSite(env)?.origin,
  };
}

/** Writes the headers beside the built site, into the file that Netlify reads them from. */
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

/** The headers as Netlify reads them, from the file `_headers` of the site. */
export function headersFile(settings: HeaderSettings): string {
  const rules = siteHeaders(settings).map(({ below, headers }) =>
    [`${below}*`, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  return `${rules.join('\n')}\n`;
}
