import type { Permission } from '@contract/staff.ts';
import { createContext, useContext } from 'react';

/** The permissions of the signed-in person, as the profile tells them. */
export const Permissions = createContext<readonly Permission[]>([]);

/** Whether the signed-in person has a permission: what they lack is not offered. Postgres refuses it in any case. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useContext(Permissions);
  return (permission) => permissions.includes(permission);
}
