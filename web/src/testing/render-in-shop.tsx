import { defaultShopDetails, type ShopDetails } from '@contract/shop-details.ts';
import { type Permission, permissions } from '@contract/staff.ts';
import { signedInFlag } from '@contract/current-user.ts';
import { textPages } from '@contract/shop-text-pages.ts';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { Permissions } from '../dashboard/lib/use-may.ts';
import { shopDetailsQuery } from '../lib/api/shop-details.ts';
import { shopTextQuery } from '../lib/api/shop-texts.ts';
import { defaultShopText } from './default-shop-text.ts';
import { ToastRegion } from '../components/overlays/toast-region.tsx';

/**
 * Renders part of the shop with its usual providers, at this path; returns a `userEvent` user.
 * @param may what the dashboard is told that the signed-in person may do: everything, as an admin
 */
export function renderInShop(part: ReactNode, path = '/', may: readonly Permission[] = permissions) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  for (const page of textPages) queryClient.setQueryData(shopTextQuery(page).queryKey, defaultShopText(page));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Permissions value={may}>{part}</Permissions>
        <ToastRegion />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** A part of a shop whose owner has changed these details. */
export function WithShopDetails({
  details,
  children,
}: {
  details: Partial<ShopDetails>;
  children: ReactNode;
}) {
  useQueryClient().setQueryData(shopDetailsQuery.queryKey, { ...defaultShopDetails, ...details });
  return children;
}

type Call = { method: string; path: string; body: unknown };

/**
 * Mocks the response to every API call for the rest of the test; returns the calls as they are made. With `hold` the
 * response waits until `release` is called.
 */
export function answerApi(status: number, body: unknown, { hold = false } = {}) {
  const calls: Call[] = [];
  let release = () => {};
  const released = hold ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body: sent }: RequestInit = {}) => {
    calls.push({ method, path, body: typeof sent === 'string' ? (JSON.parse(sent) as unknown) : undefined });
    await released;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
  return { calls, release: () => release() };
}

/** Sets the cookie that marks a browser in which somebody has signed in. */
export function markSignedIn(): void {
  document.cookie = `${signedInFlag}=1`;
}

/** Fills in the fields with these labels, each in one step. */
export async function fillIn(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }
}

/** Taps a field, or presses it with a mouse, and types without deleting what stands there. */
export async function typeInto(user: UserEvent, field: HTMLElement, text: string, by = '[TouchA]') {
  await user.pointer({ keys: by, target: field });
  await user.keyboard(text);
}

/** Waits for a toast with this title and description. */
export async function findToast(title: string, description: string | RegExp): Promise<void> {
  const region = screen.getByRole('region', { name: 'Notifications (F8)' });
  await within(region).findByText(title);
  await within(region).findByText(description);
}

/** The message under a field: the first of its descriptions. */
export function messageUnder(field: HTMLElement): string | undefined {
  const [id = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(id)?.textContent ?? undefined;
}

/** Opens the last list of steps of an order that come later than its next one, if there is one. */
export function openOtherSteps(): void {
  const list = screen.queryAllByRole('button', { name: 'Other Steps', expanded: false }).at(-1);
  if (list) fireEvent.click(list);
}
