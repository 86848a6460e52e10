import { useQuery } from '@tanstack/react-query';
import { sqlQueryAlwaysStale } from '#dashboard/lib/admin-queries.ts';

export const useDeliveryCounties = () =>
  useQuery(sqlQueryAlwaysStale(['delivery-counties'], 'list_county_settings', {}));
