// Apart from auth.ts, whose forms need yup.

/** Who works in the shop, the admin first: what each role may do is in `private.permissions` alone. */
export const staffRoles = ['admin', 'sales', 'warehouse', 'accounts'] as const;

export type StaffRole = (typeof staffRoles)[number];

export const roleNames: Record<'customer' | StaffRole, string> = {
  customer: 'Customer',
  admin: 'Admin',
  sales: 'Sales',
  warehouse: 'Warehouse',
  accounts: 'Accounts',
};

/** The names in `private.permissions`. */
export const permissions = [
  'customers.read',
  'customers.write',
  'dashboard',
  'exports',
  'history',
  'messages',
  'orders.read',
  'orders.special_price',
  'orders.write',
  'parcels',
  'payments.read',
  'payments.record',
  'people',
  'products.read',
  'products.write',
  'refunds',
  'reports',
  'settings',
  'statements',
  'stock.write',
] as const;

export type Permission = (typeof permissions)[number];
