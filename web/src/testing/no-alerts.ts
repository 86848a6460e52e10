/** What `owner_alerts` answers when nothing needs the owner. */
export const noAlerts = {
  openTasks: 0,
  oldestTask: null,
  toSend: 0,
  oldestToSend: null,
  partlyPaid: { count: 0, oldest: null },
  pendingTooLong: 0,
  oldestPending: null,
  outOfStock: 0,
  runningOut: 0,
  messagesInTrouble: 0,
  stoppedMessages: [],
  bankQueriedAt: null,
  openLines: { count: 0, oldest: null },
  bankSilentSince: null,
  notSettled: { count: 0, cents: 0 },
  productsMostlyHeld: 0,
};
