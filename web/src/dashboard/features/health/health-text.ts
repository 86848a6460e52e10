import { type DeepHealth, type HealthComponentName, healthComponentNames } from '@contract/health.ts';

/** A short summary of the shop's health. */
export function healthTitle({ components }: Pick<DeepHealth, 'components'>): string {
  const failing = components.filter(({ problem }) => problem !== null).length;
  if (failing === 0) return 'Everything is working';
  return failing === 1 ? 'One part needs attention' : `${failing} parts need attention`;
}

/** `Checked, without a problem: Database, E-mail`; empty when each has one. */
export function checkedText({ components }: Pick<DeepHealth, 'components'>): string {
  const names = components.flatMap(({ component, problem }) =>
    problem === null ? healthComponentNames[component] : [],
  );
  return names.length > 0 ? `Checked, without a problem: ${names.join(', ')}` : '';
}

/** The page of the dashboard where a problem can be fixed. */
export const pageOfComponent: Partial<Record<HealthComponentName, { to: string; label: string }>> = {
  payments: { to: '/admin/transactions?status=pending', label: 'Open the payments' },
  tasks: { to: '/admin/transactions#owner-tasks', label: 'Open the tasks' },
  messages: { to: '/admin/messages?state=trouble', label: 'Open the messages' },
  rules: { to: '/admin/transactions#day', label: 'Open the transactions' },
  'check-invariants': { to: '/admin/transactions#day', label: 'Open the transactions' },
};
