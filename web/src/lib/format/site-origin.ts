/** The shop's public origin, e.g. `https://shop.example`: set by the build, see web/build-settings.ts. */
const siteOrigin = String(import.meta.env.SITE_ORIGIN ?? 'http://127.0.0.1:8888');

/** The absolute URL of a path of the shop, or of a URL elsewhere. */
export const siteUrl = (path: string) => new URL(path, siteOrigin).href;
