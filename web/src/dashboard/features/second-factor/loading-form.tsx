import { Loading, Skeleton } from '#components/page/skeleton.tsx';

/** Shown while a form is loading. */
export function LoadingForm({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton shape="heading" width="half" />
      <Skeleton />
    </Loading>
  );
}
