import type { Company } from '@contract/orders.ts';

/** `Kisumu Water Ltd, PIN P051234567X, purchase order 4711` */
export const companyText = ({ name, pin, purchaseOrder }: Company): string =>
  [name, pin && `PIN ${pin}`, purchaseOrder && `purchase order ${purchaseOrder}`].filter(Boolean).join(', ');

/** Whose order it is: `Kisumu Water Ltd, Ann Wanjiku`, the officer behind the organisation. */
export const buyerText = ({
  customerName,
  company,
}: {
  customerName: string;
  company: { name: string } | null;
}) => [company?.name, customerName].filter(Boolean).join(', ');
