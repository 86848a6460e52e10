import type { ComponentProps } from 'react';
import { NotLoaded } from '#components/page/not-loaded.tsx';

export const AccountNotLoaded = ({ query }: Pick<ComponentProps<typeof NotLoaded>, 'query'>) => (
  <NotLoaded what="your account" query={query}>
    Check your connection and try again.
  </NotLoaded>
);
