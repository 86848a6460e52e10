import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type SharedFile = Pick<Groups[number], 'name' | 'test' | 'tags' | 'debugName'>;

/**
 * What the home, category and product pages need in addition, and small modules of most other pages: bundled with
 * what every page needs.
 */
export const firstPages =
  /components\/price\.|contract\/money|price-age|nairobi-time|load-failure|is-connection-error|error-sentence|cart\/(use-)?add-to-cart|shortfall-message|use-first-tap|use-fresh-prices|visually-hidden|components\/(rating|status-badge)|product-path|compare-toggle|compared-products|share-picture|use-media-query|use-offline-error|refetch-after-write|product-drawing|deciding-figures|key-figures|stock-label|icons\/(chevron-(left|right)|minus|plus|star|table-2|truck|shield-check)\./;

/**
 * The groups of small modules that share a file. By default the bundler makes a file of each set of modules that the
 * same pages need: ten for the first page, fifty for the dashboard, each a separate request. What every page needs is
 * in two files: one has the libraries, so that a browser can reuse it when only the shop's own code has changed.
 */
const files: readonly SharedFile[] = [
  { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
  {
    name: (id, build) => (firstPages.test(id) || isOfEveryPage(id, build) ? 'base' : null),
    debugName: 'base',
  },
  {
    name: 'delivery-parts',
    test: /delivery\/(delivery-(line|queries)|chosen-county)|contract\/delivery|product-page-query|product\/product-lines?\.|delivery-text|icons\/(printer|copy|share-2|message-circle)\./,
  },
  {
    name: 'list-parts',
    test: /catalogue\/product-(list|card|picture-link)|lib\/shelf-path|icons\/sliders-horizontal\./,
  },
  // Loaded at the first interaction with the page, and with the checkout, which has the buttons of the cart.
  {
    name: 'first-touch',
    test: /toast-cards|react-hot-toast|free-spot|features\/cart\/cart-(contents|line)|line-controls|suggestion-list|layout\/menu-contents/,
  },
  // Loaded for signed-in users with any page, including the dashboard's. Without style sheets, which would be another
  // file.
  {
    name: 'signed-in',
    test: /account\/(user-menu|use-logout|use-signed-out-redirect)|lib\/(order-number|status-in-plain-text|random-uuid)|cart\/account-cart|contract\/cart\.|components\/dialog\.|icons\/(check|chevron-down)\./,
  },
  // Inputs and actions.
  {
    name: 'actions',
    test: /lib\/use-once|components\/(select-field|check-box)\./,
  },
  // Needed by any form: formik, yup, and fields.
  {
    name: 'forms',
    test: /node_modules\/(formik|yup|property-expr|tiny-case|toposort|deepmerge|lodash-es|react-fast-compare|tiny-warning|react-is|hoist-non-react-statics)\/|account\/(use-account-form|account-form|failure-message)|lib\/use-(refused-values|focus-on-first-invalid|form-props|typed-before)|components\/(field|contact-fields)\.|contract\/(auth|passwords|contact-fields|text-field|phone-number|whole-number|bounded-list|true-or-false)\.|icons\/eye/,
  },
  // Shared by the pages of orders and payments.
  {
    name: 'order-parts',
    test: /lib\/(order-message|refusal-advice|is-paid|past-money)\.|components\/one-of\.|features\/orders\/(orders-queries|order-status|order-polling|claim\/claim-order\.)|storefront\/lib\/link-keys|checkout\/(order-refusal|details\/customer-draft|payment\/(order-key|placed-order|pay-order-button|use-pay-order|use-bank-redirect|payment-redirect))|checkout\/restore-cart|contract\/order-fingerprint|lib\/day-state\.|icons\/lock\./,
  },
  // The dashboard's frame and its first page, with the charts.
  {
    name: 'dashboard',
    test: /web\/src\/dashboard\/(pages\/(admin-|password-prompt|sign-in-ended|overview)|features\/(overview|second-factor\/(second-factor-(gate|queries)|loading-form))|components\/(query-state|order-status-badge)|lib\/(admin-|format-count|password-again|reconciliation|use-note-staff-activity))|node_modules\/(@supabase\/postgrest-js|@visx|d3-|internmap|classnames|tslib|reduce-|math-expression|balanced-match)|contract\/(admin|admin-overview|admin-transactions|errors|error-messages)\./,
  },
];

/** A module goes to the first group that matches, with its imports that are in no earlier group. */
export const sharedFiles = files.map((file, index) => ({ ...file, priority: files.length - index }));

type Build = Parameters<Extract<SharedFile['name'], (...given: never[]) => unknown>>[1];

let ofEveryPage: ReadonlySet<string> | null = null;

/** Whether a module is statically imported by main.tsx, directly or indirectly. */
function isOfEveryPage(id: string, build: Build): boolean {
  if (!ofEveryPage) {
    const found = new Set([fileURLToPath(new URL('index.html', import.meta.url))]);
    // Iterating a set includes the entries added meanwhile.
    for (const one of found)
      for (const imported of build.getModuleInfo(one)?.importedIds ?? [])
        // A library imports all of its modules; only the bundler knows which are used.
        if (!imported.includes('node_modules')) found.add(imported);
    ofEveryPage = found;
  }
  return ofEveryPage.has(id);
}
