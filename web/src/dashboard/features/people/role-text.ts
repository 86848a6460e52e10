import { roleNames, type StaffRole, staffRoles } from '@contract/staff.ts';
import { optionsOf } from '#components/forms/select-field.tsx';

/** What each role is for, in a sentence. What it may do is in `private.permissions` alone. */
export const roleMeaning: Record<StaffRole, string> = {
  admin: 'Everything, also prices, settings and the roles of others.',
  sales:
    'Makes and changes orders, records payments and writes to buyers. Sets no prices and records no refunds.',
  warehouse: 'Sends parcels and keeps the stock. Sees whether and how an order is paid, without the codes.',
  accounts: 'Reads and exports, records payments and refunds, and imports the bank’s statements.',
};

export const staffRoleOptions = optionsOf(staffRoles, roleNames);
