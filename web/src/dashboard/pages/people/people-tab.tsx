import type { User } from '@contract/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import { forgetUser, meKey, useMe } from '#account/account-queries.ts';
import { InviteStaff } from '#dashboard/features/people/invite-staff.tsx';
import { PeopleTable } from '#dashboard/features/people/people-table.tsx';

/** `/admin/people`: accounts and their roles. */
export function PeopleTab() {
  const me = useMe();
  const queryClient = useQueryClient();
  // Whoever leaves the staff was signed out everywhere.
  const renew = ({ role }: User) =>
    role === 'customer' ? forgetUser(queryClient) : queryClient.invalidateQueries({ queryKey: meKey });
  return (
    <>
      <InviteStaff />
      <PeopleTable ownId={me.data?.id ?? ''} onOwnRole={(user) => void renew(user)} />
    </>
  );
}
