/** Filled in when a release is bundled (local/stack/function-bundles.ts). */
declare const SHOP_VERSION: string | undefined;

/** The release that runs, e.g. `v1.2.0`; as `git describe` names it where it has no tag. */
export const version = typeof SHOP_VERSION === 'undefined' ? 'local' : SHOP_VERSION;
