import {
  askGatewayAgain,
  cancelOrderAsAdmin,
  deleteProduct,
  listAllOrders,
  listTransactions,
  listUsers,
  putBackProduct,
} from './admin.ts';
import { login, register } from './auth.ts';
import { changeEmail, confirmEmail } from './email-confirmation.ts';
import type { Method } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { deepHealth } from './health.ts';
import { claimOrder } from './order-access.ts';
import { eraseAccount } from './own-data.ts';
import { cancelOrder, checkPayment, getOrder, listOrders, openShortLink, payOrder } from './orders.ts';
import { changePassword, provePassword, resetPassword } from './passwords.ts';
import { placeOrder } from './place-order.ts';
import { changeProducts } from './product-changes.ts';
import { productFacets } from './product-filter.ts';
import { createProduct, updateProduct } from './product-form.ts';
import { continueImport, importProducts, undoImport } from './product-imports.ts';
import {
  countProducts,
  getProductPage,
  listProducts,
  listProductsOfCategory,
  searchProducts,
  suggestProducts,
} from './products.ts';
import { beginSecondFactor, confirmSecondFactor, proveSecondFactor } from './second-factor.ts';

/** What a caller may add to an operation, and how it may refuse: what its method, path and schemas do not say. */
export type EndpointDetails = {
  /** Parameters of the query, besides those that stand in the path. */
  query?: readonly string[];
  headers?: readonly string[];
  /** Besides those that every operation of its kind has. */
  errors?: readonly ErrorCode[];
};

const key = ['idempotency-key'];
const link = ['x-order-key'];
const pages = ['page', 'limit'];
const filter = ['search', 'category', 'brand', 'minPrice', 'maxPrice', 'inStock'];
const list = [...filter, 'sort', 'limit', 'cursor', 'own', 'count'];
const ofFilters: ErrorCode[] = ['invalid_request', 'unknown_filter'];
const ofLists: ErrorCode[] = [...ofFilters, 'invalid_cursor'];
const ofPayments: ErrorCode[] = ['order_closed', 'payment_undecided', 'out_of_stock', 'product_unavailable'];

// Apart from the endpoints themselves: the site calls them and would download all of this with them.
const details: [{ method: Method; path: string }, EndpointDetails][] = [
  [listProducts, { query: list, errors: ofLists }],
  [listProductsOfCategory, { query: list, errors: ofLists }],
  [countProducts, { query: filter, errors: ofFilters }],
  [productFacets, { query: filter, errors: ofFilters }],
  [searchProducts, { query: ['q', 'own'] }],
  [suggestProducts, { query: ['q'] }],
  [getProductPage, { query: ['own'] }],

  [
    placeOrder,
    {
      headers: key,
      errors: [
        ...ofPayments,
        'not_found',
        'order_outdated',
        'price_changed',
        'delivery_changed',
        'total_too_large',
        'key_reused',
        'similar_order_unpaid',
      ],
    },
  ],
  [listOrders, { query: ['limit', 'before'] }],
  [getOrder, { headers: link }],
  [openShortLink, { headers: link }],
  [checkPayment, { headers: link }],
  [payOrder, { headers: link, errors: [...ofPayments, 'order_outdated'] }],
  [cancelOrder, { errors: ['order_closed', 'payment_undecided', 'money_received'] }],
  [claimOrder, { errors: ['contact_mismatch'] }],

  [login, { errors: ['bad_credentials'] }],
  [register, { errors: ['email_taken'] }],
  [resetPassword, { errors: ['reset_link_expired'] }],
  [changePassword, { errors: ['wrong_password'] }],
  [provePassword, { errors: ['wrong_password'] }],
  [beginSecondFactor, { errors: ['forbidden', 'transition_refused'] }],
  [confirmSecondFactor, { errors: ['wrong_code'] }],
  [proveSecondFactor, { errors: ['wrong_code'] }],
  [confirmEmail, { errors: ['confirmation_link_expired', 'email_taken'] }],
  [eraseAccount, { errors: ['wrong_password', 'erase_later', 'erase_admin'] }],
  [changeEmail, { errors: ['wrong_password', 'email_taken'] }],

  [deepHealth, { headers: ['x-health-key'] }],

  [listUsers, { query: pages }],
  [listAllOrders, { query: pages }],
  [listTransactions, { query: pages }],
  [cancelOrderAsAdmin, { errors: ['transition_refused', 'cancel_undecided', 'refund_first'] }],
  [askGatewayAgain, { errors: ['transition_refused'] }],

  [createProduct, { headers: key, errors: ['slug_taken', 'key_reused', 'changed_meanwhile'] }],
  [updateProduct, { errors: ['changed_meanwhile', 'slug_taken', 'stock_is_held', 'image_required'] }],
  [changeProducts, { errors: ['products_refused', 'not_found'] }],
  [deleteProduct, { errors: ['stock_is_held'] }],
  [
    putBackProduct,
    { errors: ['changed_meanwhile', 'transition_refused', 'slug_taken', 'stock_is_held', 'image_required'] },
  ],
  [importProducts, { headers: key, errors: ['import_refused', 'key_reused'] }],
  [continueImport, { errors: ['slug_taken'] }],
  [undoImport, { errors: ['import_refused', 'transition_refused'] }],
];

const byOperation = new Map(details.map(([{ method, path }, detail]) => [`${method} ${path}`, detail]));

/** The details of an operation, none where its method, path and schemas say everything. */
export const detailsOf = ({ method, path }: { method: Method; path: string }): EndpointDetails =>
  byOperation.get(`${method} ${path}`) ?? {};
