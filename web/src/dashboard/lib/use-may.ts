import type { Permission } from '@contract/staff.ts';
import { createContext, useContext } from 'react';

/** The permissions of the signed-in person, as the profile tells them. */
export const Permissions = createContext<readonly Permission[]>([]);

/** What the page at an address of the dashboard needs; null: nothing. The dashboard's list of pages tells it. */
export const PagePermission = createContext<(address: string) => Permission | null>(() => null);

/** Whether the signed-in person may open the page at an address: no link leads to Access Denied. */
export function useMayOpen(): (address: string) => boolean {
  const may = useMay();
  const permissionAt = useContext(PagePermission);
  return (address) => {
    const permission = permissionAt(address);
    return permission === null || may(permission);
  };
}

/** Whether the signed-in person has a permission: what they lack is not offered. Postgres refuses it in any case. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useContext(Permissions);
  return (permission) => permissions.includes(permission);
}
