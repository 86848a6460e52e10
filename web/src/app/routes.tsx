import { Route, Routes } from 'react-router-dom';
import { ShopLayout } from './layout/shop-layout.tsx';
import type { TextPage as TextPageName } from '@contract/shop-text-pages.ts';
import type { ComponentType } from 'react';
import { lazyPart } from '../lib/loading/lazy-part.ts';
import { watchPage } from './navigation/slow-pages.ts';

/** The route table. A page's code is loaded when it is opened; a prerendered page lists its files in its head. */
export function ShopRoutes() {
  return (
    <Routes>
      <Route element={<ShopLayout calm="checkout" />}>
        <Route path="/checkout" element={<CheckoutPage />} />
      </Route>
      <Route element={<ShopLayout calm="dashboard" />}>
        <Route path="/admin/*" element={<AdminPage shopPages={textPages} />} />
      </Route>
      <Route element={<ShopLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/category/:category?/*" element={<CategoryPage />} />
        <Route path="/product/:product" element={<ProductPage />} />
        <Route path="/search" element={<SearchPage />} />
        <Route path="/compare" element={<ComparePage />} />
        <Route path="/order-confirmation/:orderId" element={<OrderConfirmationPage />} />
        <Route path="/quotation" element={<AskQuotationPage />} />
        <Route path="/quotation/:quotationId" element={<QuotationPage />} />
        <Route path="/o/:orderNumber" element={<ShortLinkPage />} />
        <Route path="/payment/success" element={<PaymentOutcomePage outcome="success" />} />
        <Route path="/payment/failed" element={<PaymentOutcomePage outcome="failed" />} />
        <Route path="/payment/try-later" element={<PaymentOutcomePage outcome="tryLater" />} />
        <Route path="/payment/error" element={<PaymentOutcomePage outcome="error" />} />
        <Route path="/orders" element={<OrdersPage />} />
        <Route path="/find-order" element={<FindOrderPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/confirm-email" element={<ConfirmEmailPage />} />
        <Route path="/undo-change" element={<UndoChangePage />} />
        <Route path="/account" element={<AccountPage />} />
        <Route path="/shipping-info" element={<ShippingInfoPage />} />
        <Route path="/returns" element={<TextPage page="returns" />} />
        <Route path="/warranty" element={<TextPage page="warranty" />} />
        <Route path="/terms" element={<TextPage page="terms" />} />
        <Route path="/privacy" element={<TextPage page="privacy" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

const HomePage = lazyPage('HomePage', () => import('../storefront/pages/home/home-page.tsx'));
const CategoryPage = lazyPage('CategoryPage', () => import('../storefront/pages/category/category-page.tsx'));
const ProductPage = lazyPage('ProductPage', () => import('../storefront/pages/product/product-page.tsx'));
const CheckoutPage = lazyPage('CheckoutPage', () => import('../storefront/pages/checkout/checkout-page.tsx'));
const AdminPage = lazyPage('AdminPage', () => import('../dashboard/pages/admin-page.tsx'));
const SearchPage = lazyPage('SearchPage', () => import('../storefront/pages/search/search-page.tsx'));
const ComparePage = lazyPage('ComparePage', () => import('../storefront/pages/compare/compare-page.tsx'));
const OrderConfirmationPage = lazyPage(
  'OrderConfirmationPage',
  () => import('../storefront/pages/order-confirmation/order-confirmation-page.tsx'),
);
const AskQuotationPage = lazyPage(
  'AskQuotationPage',
  () => import('../storefront/pages/quotation/ask-quotation-page.tsx'),
);
const QuotationPage = lazyPage(
  'QuotationPage',
  () => import('../storefront/pages/quotation/quotation-page.tsx'),
);
const ShortLinkPage = lazyPage(
  'ShortLinkPage',
  () => import('../storefront/pages/short-link/short-link-page.tsx'),
);
const PaymentOutcomePage = lazyPage(
  'PaymentOutcomePage',
  () => import('../storefront/pages/payment/payment-outcome-page.tsx'),
);
const OrdersPage = lazyPage('OrdersPage', () => import('../storefront/pages/orders/orders-page.tsx'));
const FindOrderPage = lazyPage(
  'FindOrderPage',
  () => import('../storefront/pages/find-order/find-order-page.tsx'),
);
const LoginPage = lazyPage('LoginPage', () => import('../storefront/pages/login/login-page.tsx'));
const RegisterPage = lazyPage('RegisterPage', () => import('../storefront/pages/register/register-page.tsx'));
const ForgotPasswordPage = lazyPage(
  'ForgotPasswordPage',
  () => import('../storefront/pages/forgot-password/forgot-password-page.tsx'),
);
const ResetPasswordPage = lazyPage(
  'ResetPasswordPage',
  () => import('../storefront/pages/reset-password/reset-password-page.tsx'),
);
const ConfirmEmailPage = lazyPage(
  'ConfirmEmailPage',
  () => import('../storefront/pages/confirm-email/confirm-email-page.tsx'),
);
const UndoChangePage = lazyPage(
  'UndoChangePage',
  () => import('../storefront/pages/undo-change/undo-change-page.tsx'),
);
const AccountPage = lazyPage('AccountPage', () => import('../storefront/pages/account/account-page.tsx'));
const ShippingInfoPage = lazyPage(
  'ShippingInfoPage',
  () => import('../storefront/pages/shipping-info/shipping-info-page.tsx'),
);
const TextPage = lazyPage<'TextPage', { page: TextPageName }>(
  'TextPage',
  () => import('../storefront/features/texts/text-page.tsx'),
);
const NotFoundPage = lazyPage(
  'NotFoundPage',
  () => import('../storefront/pages/not-found/not-found-page.tsx'),
);

/** The pages whose text an admin writes: the dashboard shows them beside it. */
const textPages = { home: HomePage, shipping: ShippingInfoPage, other: TextPage };

/** A page loaded on demand, by the name of its export. The progress line shows while its code loads. */
function lazyPage<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazyPart(name, () => watchPage(load()));
}
