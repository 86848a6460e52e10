import type { Settings } from '@contract/settings.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '../../../testing/answer-database.ts';
import { held } from '../../../testing/held.ts';
import { renderInShop } from '../../../testing/render-in-shop.tsx';
import { useSettings } from '../../lib/settings-queries.ts';
import { SettingsForm } from './settings-form.tsx';

const settings: Settings = {
  id: 's1',
  holdMinutes: 30,
  shipWhen: 'approved',
  settlementRequiredAbove: 500_000,
  fixedDeliveryPrices: false,
};

function Form() {
  const { data } = useSettings();
  return data ? <SettingsForm settings={data} /> : null;
}

const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutes that items are held for payment');
const above = () => screen.getByLabelText<HTMLInputElement>(/^Require settlement/);
const save = () => screen.getByRole('button', { name: 'Save Settings' });

/** Saves 45 minutes to pay, and types another total while the reply is held. @param reply to the change */
async function typeWhileSaving(reply: (stored: Settings) => Response, stored: Settings) {
  const saving = held();
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
  await expect.poll(() => changes).toEqual([{ holdMinutes: 45 }, { settlementRequiredAbove: 600_000 }]);
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('what is typed while the settings are refused because of somebody else’s change stays', async () => {
  await typeWhileSaving(
    (stored) =>
      Response.json(
        { code: 'PT409', message: 'changed_meanwhile', details: JSON.stringify(stored) },
        { status: 409 },
      ),
    { ...settings, holdMinutes: 60 },
  );
  await screen.findByText(/It is now: 60 minutes to pay/);
  expect(minutes().value).toBe('45');
  expect(above().value).toBe('600000');
});

test('an unchanged setting shows somebody else’s value, and is not reset by saving', async () => {
  const theirs = { ...settings, holdMinutes: 60, settlementRequiredAbove: 700_000 };
  const changes: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_settings')) return changes.length > 0 ? theirs : settings;
    changes.push((body as { p_changes: object }).p_changes);
    if (changes.length > 1) return { ...theirs, holdMinutes: 45 };
    const details = JSON.stringify(theirs);
    return Response.json({ code: 'PT409', message: 'changed_meanwhile', details }, { status: 409 });
  });
  const user = renderInShop(<Form />);
  await screen.findByLabelText('Minutes that items are held for payment');
  await user.clear(minutes());
  await user.type(minutes(), '45');
  await user.click(save());
  await screen.findByText(/It is now: 60 minutes to pay/);
  expect([minutes().value, above().value]).toEqual(['45', '700,000']);
  await user.click(save());
  await screen.findByText('Settings Saved');
  expect(changes).toEqual([{ holdMinutes: 45 }, { holdMinutes: 45 }]);
});
