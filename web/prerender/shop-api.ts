import { listProducts, type Product } from '../../supabase/functions/_shared/contract/products.ts';
import type { FunctionsAccess } from '../build-settings.ts';

/** Asks the API for a path such as `/api/products`. */
export type AskApi = (path: string) => Promise<Response>;

/** A build outlives a hiccup of its API, but not its absence. */
const attempts = 3;
/** Milliseconds until an answer counts as missing, and between two attempts. */
const patience = 20_000;
const pause = 1000;

/** Asks the api function as the edge proxy does, for the shop at `origin`. */
export function apiOf({ url, secret }: FunctionsAccess, origin: string): AskApi {
  const headers = { accept: 'application/json', 'x-shop-secret': secret, 'x-shop-origin': origin };
  return async (path) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(patience) }).catch(
        (error: unknown) => {
          if (attempt === attempts) throw new Error(`No answer from ${url}${path}`, { cause: error });
          return null;
        },
      );
      if (answer && (answer.status < 500 || attempt === attempts)) return answer;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
}

/**
 * Everything that is on sale.
 * @param mayBeEmpty whether none is an answer too
 * @throws Error when the API does not answer with products, or with none: an empty shop is not published by mistake
 */
export async function allProducts(ask: AskApi, mayBeEmpty = false): Promise<Product[]> {
  const products: Product[] = [];
  for (let path: string | undefined = listProducts.path; path;) {
    const answer = await ask(path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    products.push(...((await answer.json()) as Product[]));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  if (products.length === 0 && !mayBeEmpty)
    throw new Error(
      `${listProducts.path} has no product. The site of a new shop is built with EMPTY_SHOP=on.`,
    );
  return products;
}

/** While `use` runs, `fetch` of a path of the API reaches it, as in a browser. */
export async function withApi(ask: AskApi, use: () => Promise<void>): Promise<void> {
  const outside = globalThis.fetch;
  globalThis.fetch = (target, init) =>
    typeof target === 'string' && target.startsWith('/api/') ? ask(target) : outside(target, init);
  try {
    await use();
  } finally {
    globalThis.fetch = outside;
  }
}
