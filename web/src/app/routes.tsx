import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { CategoryPage } from '../storefront/pages/category/category-page.tsx';
import { HomePage } from '../storefront/pages/home/home-page.tsx';
import { AdminLayout } from './layout/admin-layout.tsx';
import { CheckoutLayout } from './layout/checkout-layout.tsx';
import { ShopLayout } from './layout/shop-layout.tsx';
import { watchPage } from './navigation/late-pages.ts';

/** The URL table. Home and category come with the first load; every other page when it is asked for. */
export function ShopRoutes() {
  return (
    <Routes>
      <Route element={<CheckoutLayout />}>
        <Route path="/checkout" element={<CheckoutPage />} />
      </Route>
      <Route element={<AdminLayout />}>
        <Route path="/admin/*" element={<AdminPage />} />
      </Route>
      <Route element={<ShopLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/category/:category?" element={<CategoryPage />} />
        <Route path="/order-confirmation/:orderId" element={<OrderConfirmationPage />} />
        <Route path="/payment/success" element={<PaymentSuccessPage />} />
        <Route path="/payment/failed" element={<PaymentFailedPage />} />
        <Route path="/payment/try-later" element={<PaymentTryLaterPage />} />
        <Route path="/payment/error" element={<PaymentErrorPage />} />
        <Route path="/orders" element={<OrdersPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/account" element={<AccountPage />} />
        <Route path="/shipping-info" element={<ShippingInfoPage />} />
        <Route path="/returns" element={<ReturnsPage />} />
        <Route path="/warranty" element={<WarrantyPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** A page of its own file, under the name that the file exports. */
function page<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return lazy(async () => {
    const module: Record<string, ComponentType> = await watchPage(load());
    return { default: module[name] as ComponentType };
  });
}

const CheckoutPage = page('CheckoutPage', () => import('../storefront/pages/checkout/checkout-page.tsx'));
const OrderConfirmationPage = page(
  'OrderConfirmationPage',
  () => import('../storefront/pages/order-confirmation/order-confirmation-page.tsx'),
);
const PaymentSuccessPage = page(
  'PaymentSuccessPage',
  () => import('../storefront/pages/payment/payment-success-page.tsx'),
);
const PaymentFailedPage = page(
  'PaymentFailedPage',
  () => import('../storefront/pages/payment/payment-failed-page.tsx'),
);
const PaymentTryLaterPage = page(
  'PaymentTryLaterPage',
  () => import('../storefront/pages/payment/payment-try-later-page.tsx'),
);
const PaymentErrorPage = page(
  'PaymentErrorPage',
  () => import('../storefront/pages/payment/payment-error-page.tsx'),
);
const OrdersPage = page('OrdersPage', () => import('../storefront/pages/orders/orders-page.tsx'));
const AdminPage = page('AdminPage', () => import('../dashboard/pages/admin-page.tsx'));
const LoginPage = page('LoginPage', () => import('../storefront/pages/login/login-page.tsx'));
const RegisterPage = page('RegisterPage', () => import('../storefront/pages/register/register-page.tsx'));
const ForgotPasswordPage = page(
  'ForgotPasswordPage',
  () => import('../storefront/pages/forgot-password/forgot-password-page.tsx'),
);
const ResetPasswordPage = page(
  'ResetPasswordPage',
  () => import('../storefront/pages/reset-password/reset-password-page.tsx'),
);
const AccountPage = page('AccountPage', () => import('../storefront/pages/account/account-page.tsx'));
const ShippingInfoPage = page(
  'ShippingInfoPage',
  () => import('../storefront/pages/shipping-info/shipping-info-page.tsx'),
);
const ReturnsPage = page('ReturnsPage', () => import('../storefront/pages/returns/returns-page.tsx'));
const WarrantyPage = page('WarrantyPage', () => import('../storefront/pages/warranty/warranty-page.tsx'));
const NotFoundPage = page('NotFoundPage', () => import('../storefront/pages/not-found/not-found-page.tsx'));
