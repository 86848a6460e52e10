import { Route, Routes } from 'react-router-dom';
import { deferredPart } from '../lib/deferred-part.ts';
import { ShopLayout } from './layout/shop-layout.tsx';
import { lazyPage } from './navigation/lazy-page.ts';

/**
 * The route table. A page's code is loaded when it is opened; a prerendered page lists its files in its head. Routes
 * that are rarely opened first are loaded later: see other-pages.tsx.
 */
export function ShopRoutes() {
  return (
    <Routes>
      <Route element={<ShopLayout calm="checkout" />}>
        <Route path="/checkout" element={<CheckoutPage />} />
      </Route>
      <Route element={<ShopLayout calm="dashboard" />}>
        <Route path="/admin/*" element={<AdminPage />} />
      </Route>
      <Route element={<ShopLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/category/:category?/*" element={<CategoryPage />} />
        <Route path="/product/:product" element={<ProductPage />} />
        <Route path="*" element={<OtherPages />} />
      </Route>
    </Routes>
  );
}

const HomePage = lazyPage('HomePage', () => import('../storefront/pages/home/home-page.tsx'));
const CategoryPage = lazyPage('CategoryPage', () => import('../storefront/pages/category/category-page.tsx'));
const ProductPage = lazyPage('ProductPage', () => import('../storefront/pages/product/product-page.tsx'));

const others = deferredPart(() => import('./other-pages.tsx'));
const CheckoutPage = lazyPage('CheckoutRoute', others.fetch);
const AdminPage = lazyPage('AdminRoute', others.fetch);
const OtherPages = lazyPage('OtherPages', others.fetch);
