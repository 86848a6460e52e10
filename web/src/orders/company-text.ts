import type { Company } from '@contract/orders.ts';

/** `Kisumu Water Ltd, PIN P051234567X, purchase order 4711` */
export const companyText = ({ name, pin, purchaseOrder }: Company): string =>
  [name, pin && `PIN ${pin}`, purchaseOrder && `purchase order ${purchaseOrder}`].filter(Boolean).join(', ');
