import { useQueryClient } from '@tanstack/react-query';
import { PageMeta } from '#components/page/page-meta.tsx';
import { useMe } from '#account/account-queries.ts';
import { storeUser } from '#account/change-user.ts';
import { PeopleTable } from '#dashboard/features/people/people-table.tsx';

/** `/admin/people`: accounts and their roles. */
export function PeopleTab() {
  const me = useMe();
  const queryClient = useQueryClient();
  return (
    <>
      <PageMeta title="People, Admin Dashboard" />
      <h2>People</h2>
      <PeopleTable ownId={me.data?.id ?? ''} onOwnRole={(user) => void storeUser(queryClient, user)} />
    </>
  );
}
