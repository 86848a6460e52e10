import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/people`: accounts and their roles. */
export function PeopleTab() {
  return (
    <>
      <PageMeta title="People, Admin Dashboard" />
      <h2>People</h2>
    </>
  );
}
