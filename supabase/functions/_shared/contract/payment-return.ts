/** Where the bank sends the buyer back, and what the outcome pages read from the query string. */
export const outcomePaths = {
  success: '/payment/success',
  failed: '/payment/failed',
  tryLater: '/payment/try-later',
  error: '/payment/error',
} as const;

export type Outcome = keyof typeof outcomePaths;

/** Query parameters of the outcome pages. `order` is ours: the order's id, so that a page can ask for the true state. */
export const outcomeParameters = {
  consumerOrderId: 'Ecom_ConsumerOrderID',
  transactionIndex: 'TransactionIndex',
  errorCode: 'ErrorCode',
  errorMessage: 'ErrorMessage',
  errorDetails: 'ErrorDetails',
  order: 'order',
} as const;
