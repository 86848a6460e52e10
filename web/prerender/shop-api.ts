import { listProducts, type Product } from '../../supabase/functions/_shared/contract/products.ts';
import { getShopDetails, type ShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import type { FunctionsAccess } from '../build-settings.ts';

/** Fetches a path of the API such as `/api/products`. */
export type FetchApi = (path: string) => Promise<Response>;

/** A build survives a temporary failure of its API, but not its absence. */
const maxAttempts = 3;
/** Milliseconds until a request times out, and between two attempts. */
const timeoutMs = 20_000;
const retryDelayMs = 1000;

/** Calls the api function as the edge proxy does, for the shop at `origin`. */
export function apiOf({ url, secret }: FunctionsAccess, origin: string): FetchApi {
  const headers = { accept: 'application/json', 'x-shop-secret': secret, 'x-shop-origin': origin };
  return async (path) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${url}${path}`, {
        headers,
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        if (attempt === maxAttempts) throw new Error(`No answer from ${url}${path}`, { cause: error });
        return null;
      });
      if (response && (response.status < 500 || attempt === maxAttempts)) return response;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  };
}

/**
 * All products on sale.
 * @param mayBeEmpty whether having none is valid
 * @throws Error when the API fails or has no products: an empty shop is not published by mistake
 */
export async function allProducts(fetchApi: FetchApi, mayBeEmpty = false): Promise<Product[]> {
  const products = await jsonOf<Product[]>(fetchApi, listProducts.path);
  if (products.length === 0 && !mayBeEmpty)
    throw new Error(
      `${listProducts.path} has no product. The site of a new shop is built with EMPTY_SHOP=on.`,
    );
  return products;
}

/** What the shop is called and how it is reached now. @throws Error when the API fails */
export const shopDetailsOf = (fetchApi: FetchApi) => jsonOf<ShopDetails>(fetchApi, getShopDetails.path);

async function jsonOf<Reply>(fetchApi: FetchApi, path: string): Promise<Reply> {
  const response = await fetchApi(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply;
}

/** While `use` runs, `fetch` with a path of the API reaches the API, as in a browser. */
export async function withApi(fetchApi: FetchApi, use: () => Promise<void>): Promise<void> {
  const outside = globalThis.fetch;
  globalThis.fetch = (target, init) =>
    typeof target === 'string' && target.startsWith('/api/') ? fetchApi(target) : outside(target, init);
  try {
    await use();
  } finally {
    globalThis.fetch = outside;
  }
}
