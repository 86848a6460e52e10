import type { Settings } from '@contract/settings.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { storedSettings as settings } from '#testing/stored-settings.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { SettingsForm } from './settings-form.tsx';

function Form() {
  const { data } = useSql('shop_settings', {});
  return data ? <SettingsForm settings={data} /> : null;
}

const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutes that items are held for payment');
const above = () => screen.getByLabelText<HTMLInputElement>(/^Ask why, when goods above/);
const save = () => screen.getByRole('button', { name: 'Save Settings' });

/** Saves 45 minutes to pay, and types another total while the reply is held. @param reply to the change */
async function typeWhileSaving(reply: (stored: Settings) => Response, stored: Settings) {
  const saving = deferredPromise();
  const changes: Partial<Settings>[] = [];
  answerDatabase(async (address, body) => {
    if (!address.endsWith('/change_settings')) return changes.length > 0 ? stored : settings;
    changes.push((body as { p_changes: Partial<Settings> }).p_changes);
    await saving.promise;
    return reply(stored);
  });
  const user = renderInShop(<Form />);
  await screen.findByLabelText('Minutes that items are held for payment');
  await user.clear(minutes());
  await user.type(minutes(), '45');
  await user.click(save());
  await expect.poll(() => changes).toEqual([{ holdMinutes: 45 }]);
  await user.clear(above());
  await user.type(above(), '600000');
  saving.release();
  return { user, changes };
}

test('what is typed while the settings are being saved stays, and is not saved yet', async () => {
  const { user, changes } = await typeWhileSaving((stored) => Response.json(stored), {
    ...settings,
    holdMinutes: 45,
  });
  await screen.findByText('Settings Saved');
  expect(minutes().value).toBe('45');
  expect(above().value).toBe('600000');
  await user.click(save());
  await expect.poll(() => changes).toEqual([{ holdMinutes: 45 }, { approvedShipsBelow: 600_000 }]);
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('somebody else’s change of the same setting is not overwritten: what was typed stays, with what to do', async () => {
  const { user } = await typeWhileSaving(
    () => Response.json({ code: 'PT409', message: 'changed_meanwhile' }, { status: 409 }),
    { ...settings, holdMinutes: 60 },
  );
  await screen.findByText(/Reload the page before you save/);
  expect([minutes().value, above().value]).toEqual(['45', '600000']);
  await user.click(save());
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('a setting that only somebody else has changed is not reset by saving another', async () => {
  const seen: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_settings'))
      return seen.length > 0 ? { ...settings, holdMinutes: 60 } : settings;
    seen.push(body);
    return { ...settings, holdMinutes: 60, approvedShipsBelow: 600_000 };
  });
  const user = renderInShop(<Form />);
  await screen.findByLabelText('Minutes that items are held for payment');
  for (const total of ['600000', '700000']) {
    await user.clear(above());
    await user.type(above(), total);
    await user.click(save());
    await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
  }
  expect(seen).toEqual([
    { p_changes: { approvedShipsBelow: 600_000 }, p_seen: { approvedShipsBelow: 50_000 } },
    { p_changes: { approvedShipsBelow: 700_000 }, p_seen: { approvedShipsBelow: 600_000 } },
  ]);
});
