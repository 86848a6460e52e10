type SharedFile = { name: string; test?: RegExp; tags?: '$initial'[] };

/**
 * Which small parts share a file. Left alone the bundler makes a file of each set of modules that the same pages need:
 * ten for the first page, fifty for the dashboard, and a phone asks for each. What every page needs is two files: the
 * libraries are one of them, so that a browser keeps them when only the shop's own code is new.
 */
const files: readonly SharedFile[] = [
  { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
  { name: 'base', tags: ['$initial'] },
  {
    name: 'product-parts',
    test: /components\/price\.|contract\/money|price-age|nairobi-time|load-failure|is-cut-off|error-sentence|cart\/(use-)?add-to-cart|shortfall-message|use-first-tap|use-fresh-prices|visually-hidden|components\/rating|product-path|compare-toggle|compared-products|share-picture|use-is-wide|use-lack-of-line|product-drawing|deciding-figures|key-figures|stock-label|icons\/(chevron-(left|right)|minus|plus|star|truck|shield-check)\./,
  },
  {
    name: 'delivery-parts',
    test: /delivery\/(delivery-(line|queries)|chosen-county)|contract\/delivery|product-page-query|product\/product-lines?\.|delivery-words|icons\/(printer|copy|share-2|message-circle)\./,
  },
  {
    name: 'list-parts',
    test: /catalogue\/product-(list|card|picture-link)|lib\/shelf-path|icons\/(sliders-horizontal|table-2)\./,
  },
  // What comes when somebody first touches the page.
  {
    name: 'first-touch',
    test: /toast-cards|react-hot-toast|free-spot|features\/cart\/cart-(contents|line)|quantity-stepper|suggestion-list|layout\/menu-contents/,
  },
  // Whatever is sent, asked for a last time, or chosen.
  {
    name: 'actions',
    test: /mutationObserver|useMutation|lib\/use-once|use-signed-out-redirect|lib\/order-number|components\/(dialog|select-field|check-box)\.|lib\/random-uuid|icons\/(check|chevron-down)\./,
  },
  // What any form needs: formik and yup, fields, and what sends them.
  {
    name: 'forms',
    test: /node_modules\/(formik|yup|property-expr|tiny-case|toposort|deepmerge|lodash-es|react-fast-compare|tiny-warning|react-is|hoist-non-react-statics)\/|account\/(use-account-form|account-form|failure-message)|lib\/use-(refused-values|focus-on-first-invalid)|components\/(field|contact-fields)\.|contract\/(auth|passwords|contact-fields|text-field|phone-number|whole-number|bounded-list|true-or-false)\.|icons\/eye/,
  },
  // What the pages of orders and payments share.
  {
    name: 'order-parts',
    test: /lib\/(order-message|refusal-advice|is-paid|past-money)\.|components\/status-badge\.|features\/orders\/(orders-queries|order-status|order-polling|claim\/claim-order\.)|storefront\/lib\/link-keys|checkout\/(order-refusal|details\/customer-draft|payment\/(order-key|placed-order|pay-order-button|use-pay-order|use-bank-redirect|payment-redirect))|checkout\/restore-cart|contract\/order-fingerprint|lib\/day-state\.|icons\/lock\./,
  },
  // The dashboard's frame and its first page, with the charts.
  {
    name: 'dashboard',
    test: /web\/src\/dashboard\/(pages\/(admin-|password-dialog|sign-in-ended|overview)|features\/(overview|second-factor\/second-factor-)|components\/(layout|query-state|order-status-badge)|lib\/(admin-|count-words|password-again|reconciliation|use-staff))|node_modules\/(@supabase|@visx|d3-|internmap|classnames|tslib|iceberg-js|reduce-|math-expression|balanced-match)|contract\/(admin|admin-overview|admin-transactions|errors|error-messages)\./,
  },
];

/** The first file of the list that a module fits takes it, with whatever it imports that no earlier one has. */
export const sharedFiles = files.map((file, index) => ({ ...file, priority: files.length - index }));
