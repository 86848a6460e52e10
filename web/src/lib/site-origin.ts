/** The origin under which the shop is known, e.g. `https://shop.example`: set by the build, see web/build-settings.ts. */
const siteOrigin = String(import.meta.env.SITE_ORIGIN ?? 'http://127.0.0.1:8888');

/** A path of the shop, or an address elsewhere, with its origin. */
export const siteUrl = (path: string) => new URL(path, siteOrigin).href;
