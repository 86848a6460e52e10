import { orderWithWrongAmount, ownerDecides } from './wrong-amount-scene.ts';
import { broken, notFound, serverError, visit, type Screen } from './screen.ts';
import {
  mockResponse,
  openHomeInApp,
  hasOrderedHere,
  holdRequests,
  openList,
  withOpenOrders,
} from './shop-states.ts';

/** The home page and the categories. */
export const catalogueScreens: readonly Screen[] = [
  { name: 'home', show: (page) => visit(page, '/', 'Featured Products', 'article') },
  {
    name: 'home-loading',
    show: async (page) => {
      await holdRequests(page, '/api/products?*');
      await openHomeInApp(page);
      await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
    },
  },
  {
    name: 'home-error',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/products?*', 500, broken);
      await openHomeInApp(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'home-no-products',
    show: async (page) => {
      await mockResponse(page, '/api/products?*', 200, []);
      await openHomeInApp(page);
      await page.getByText('No products available').waitFor();
    },
  },
  {
    name: 'home-open-orders',
    show: async (page) => {
      await withOpenOrders(page);
      await visit(page, '/', 'Featured Products');
      await openList(page);
    },
  },
  {
    name: 'home-open-orders-rest',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await ownerDecides(order.id, 'partial_payment');
      await visit(page, '/', 'Featured Products', 'text=is still to be paid');
    },
  },
  {
    name: 'home-open-orders-error',
    expected: serverError,
    show: async (page) => {
      await hasOrderedHere(page);
      await mockResponse(page, '/api/orders/open', 500, broken);
      await visit(page, '/', 'Featured Products', 'text=We could not check');
    },
  },
  { name: 'category-grid', show: (page) => visit(page, '/category/solar', 'Solar Systems', 'article') },
  {
    name: 'category-list',
    show: (page) => visit(page, '/category/batteries?view=list&sort=rating', 'Batteries', 'article'),
  },
  {
    name: 'category-table',
    only: 'desktop',
    show: (page) =>
      visit(page, '/category/batteries?view=table&sort=price_per_kwh', 'Batteries', 'main table'),
  },
  {
    name: 'category-loading',
    show: async (page) => {
      await holdRequests(page, '/api/products/category/*?*');
      await visit(page, '/category/gps?sort=name', 'GPS Equipment');
    },
  },
  {
    name: 'category-error',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/products/category/*?*', 500, broken);
      await visit(page, '/category/gps?sort=name', 'GPS Equipment', '[role=alert]');
    },
  },
  {
    name: 'category-prices-of-the-build',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/products/category/*?*', 500, broken);
      await visit(page, '/category/gps', 'GPS Equipment', 'text=Error Loading Products');
    },
  },
  {
    name: 'category-filtered',
    show: (page) =>
      visit(
        page,
        '/category/batteries?spec.nominal_voltage=48..51.2&inStock=yes&sort=price_per_kwh',
        'Batteries',
        '[aria-label="Active filters"]',
      ),
  },
  {
    name: 'category-filter-sheet',
    show: async (page) => {
      await visit(page, '/category/batteries', 'Batteries', 'article');
      const filters = page.getByRole('button', { name: 'Filters' });
      // On a desktop they are beside the list.
      if (await filters.isVisible()) await filters.click();
      await page.getByText('Nominal voltage').waitFor();
    },
  },
  {
    name: 'category-no-match',
    show: (page) =>
      visit(
        page,
        '/category/batteries?brand=Pylontech&spec.nominal_voltage=24..24&inStock=yes',
        'Batteries',
        'text=Nothing matches all of these filters',
      ),
  },
  {
    name: 'category-bad-filter',
    expected: [/status of 400/],
    show: (page) =>
      visit(page, '/category/batteries?spec.colour=1..2', 'Batteries', 'text=Show all products'),
  },
  {
    name: 'search-filtered',
    show: (page) => visit(page, '/search?q=battery&category=batteries', '“battery”', 'article'),
  },
  {
    name: 'compare',
    show: (page) =>
      visit(
        page,
        '/compare?products=pylontech-us5000-4-8kwh,deye-se-g5-1-pro-5-12kwh,dyness-b4850-2-4kwh',
        'Compare',
        'table',
      ),
  },
  { name: 'compare-nothing', show: (page) => visit(page, '/compare', 'Nothing to compare yet') },
  {
    name: 'category-unknown',
    expected: notFound,
    show: async (page) => {
      await visit(page, '/category/drones', 'Products');
      await page.getByText('No products found').waitFor();
    },
  },
  {
    name: 'category-missing',
    expected: notFound,
    show: (page) => visit(page, '/category', 'Category not found'),
  },
];
