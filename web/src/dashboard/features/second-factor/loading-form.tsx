import { Loading, Skeleton } from '../../../components/skeleton.tsx';

/** In place of a form that is coming. */
export function LoadingForm({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton shape="heading" width="half" />
      <Skeleton />
    </Loading>
  );
}
