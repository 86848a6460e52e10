import type { Page } from 'playwright-core';
import { broken, notFound, serverError, type Screen, visit } from './screen.ts';
import { mockResponse, holdRequests, pathOfId } from './shop-states.ts';

/** A product with three generated pictures: the catalogue has only drawings. */
async function showGallery(page: Page) {
  const answer = await page.request.get('/api/products/pqwt-tc300/page');
  const pictures = ['The console', 'Its cable reel', 'In the field'].map((alt, index) => ({
    url: `/pictures-of-the-screens/${index}.svg`,
    alt,
  }));
  await page.route('/pictures-of-the-screens/*', (route) => {
    const hue = 100 + 60 * Number(/(\d)\.svg$/.exec(route.request().url())?.[1]);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="hsl(${hue} 20% 80%)"/><rect x="300" y="250" width="600" height="400" rx="40" fill="hsl(${hue} 25% 35%)"/></svg>`;
    return route.fulfill({ contentType: 'image/svg+xml', body: svg });
  });
  await mockResponse(page, '/api/products/*/page', 200, {
    ...((await answer.json()) as object),
    pictures,
  });
  await visit(page, '/product/pqwt-tc300', 'PQWT-TC300 water detector, 300 m', '#sheet');
}

/** The product page and the search in their states, for screenshots and accessibility checks. */
export const productPageScreens: readonly Screen[] = [
  {
    name: 'product',
    show: (page) =>
      visit(
        page,
        '/product/deye-sun-5k-sg03lp1',
        'Deye SUN-5K-SG03LP1-EU hybrid inverter 5 kW',
        'text=Similar products',
      ),
  },
  {
    name: 'product-instrument',
    show: async (page) => {
      await visit(page, '/product/abem-terrameter-sas-1000', 'ABEM Terrameter SAS 1000', '#sheet');
    },
  },
  {
    name: 'product-gallery',
    show: async (page) => {
      await showGallery(page);
      await page.getByRole('button', { name: 'Picture 2 of 3' }).click();
      await page.getByText('2 of 3').waitFor();
    },
  },
  {
    name: 'product-gallery-enlarged',
    isOverlay: true,
    show: async (page) => {
      await showGallery(page);
      await page.getByRole('button', { name: 'Enlarge: The console' }).click();
      await page.getByRole('dialog', { name: '1 of 3' }).getByRole('img').waitFor();
    },
  },
  {
    name: 'product-county',
    show: async (page) => {
      await visit(page, '/product/pqwt-tc300', 'PQWT-TC300 water detector, 300 m', '#sheet');
      await page.getByRole('button', { name: 'Choose your county' }).click();
      await page.getByLabel('Your county').fill('Lodwar');
      await page.getByText('Delivery to Turkana').waitFor();
    },
  },
  {
    name: 'product-sold-out',
    show: (page) =>
      visit(
        page,
        '/product/chloride-exide-solar-200ah-set-4',
        'Chloride Exide solar battery 200 Ah, set of 4',
        'text=Ask us',
      ),
  },
  {
    name: 'product-loading',
    show: async (page) => {
      await holdRequests(page, '/api/products/*/page');
      await page.goto(await pathOfId(page, 'pqwt-tc300'));
      await page.getByText('Loading the product').waitFor();
    },
  },
  {
    name: 'product-error',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/products/*/page', 500, broken);
      await visit(page, await pathOfId(page, 'pqwt-tc300'), 'Product', '[role=alert]');
    },
  },
  {
    name: 'product-withdrawn',
    show: async (page) => {
      const answer = await page.request.get('/api/products/pqwt-tc300/page');
      const known = (await answer.json()) as { product: object };
      const withdrawn = { ...known, product: { ...known.product, isActive: false, stock: 0 }, fits: [] };
      await mockResponse(page, '/api/products/*/page', 200, withdrawn);
      await visit(page, '/product/pqwt-tc300', 'PQWT-TC300 water detector, 300 m', 'text=any more');
    },
  },
  {
    name: 'product-unknown',
    expected: notFound,
    show: (page) => visit(page, '/product/no-such-thing', 'We do not sell this product'),
  },
  {
    name: 'product-no-connection',
    expected: [/ERR_FAILED/, /failed: net::/],
    show: async (page) => {
      // As with a service worker, which is blocked in these tests.
      await page.addInitScript(() =>
        Object.defineProperty(navigator.serviceWorker, 'controller', { value: {} }),
      );
      await page.route('**/api/products/*/page', (route) => route.abort());
      await visit(page, '/product/no-such-thing', 'No connection');
    },
  },
  {
    name: 'search-suggestions',
    isOverlay: true,
    show: async (page) => {
      await visit(page, '/returns', 'Returns & Refunds');
      await page.getByRole('combobox', { name: 'Search equipment...' }).fill('victron mul');
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'search',
    show: (page) => visit(page, '/search?q=betri%2048v', '“betri 48v”', 'article'),
  },
  {
    name: 'search-nothing',
    show: (page) =>
      visit(
        page,
        '/search?q=washing%20macine%20solars',
        '“washing macine solars”',
        'text=Perhaps one of these',
      ),
  },
  { name: 'search-empty', show: (page) => visit(page, '/search', 'Search') },
  {
    name: 'search-error',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/products?*', 500, broken);
      await visit(page, '/search?q=pump', '“pump”', '[role=alert]');
    },
  },
];
