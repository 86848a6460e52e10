/** Delivery to a county, as the shop begins with it. */
export const kisumu = {
  code: '042',
  name: 'Kisumu',
  zone: 'city',
  daysFrom: 2,
  daysTo: 3,
  sameDayBefore: null,
  low: 1500,
  high: 3000,
  freeAbove: null,
} as const;
