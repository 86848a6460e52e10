import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { string, object } from 'yup';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { validated } from '#lib/forms/validated.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, findToast, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { useForm } from './use-form.ts';

const schema = object({ name: string().required('Who?'), town: string().required('Where?') });

type Sent = { name: string; town: string; id: string; how: string };

/** A form of two fields and two buttons; `send` answers what is sent, each time it is. */
function openForm(send: (times: number) => unknown = () => null) {
  const sent: Omit<Sent, 'how'>[] = [];
  const done: string[] = [];
  function Form() {
    const form = useForm({
      initial: { name: '', town: '' },
      read: (typed, how) => (how === 'anyhow' ? { value: typed, problems: {} } : validated(schema, typed)),
      send: async (value, { id }) => {
        await send(sent.push({ ...value, id }));
      },
      onSent: (_, __, { how }) => {
        done.push(how);
        form.startAgain();
      },
    });
    return (
      <form {...form.props} aria-label="Form">
        <Field label="Name" {...form.field('name')} />
        <Field label="Town" {...form.field('town')} />
        {form.failure ? <p>Not sent</p> : null}
        <button>Send</button>
        <button value="anyhow">Send anyhow</button>
      </form>
    );
  }
  const user = renderInShop(<Form />);
  const press = (name = 'Send') => user.click(screen.getByRole('button', { name }));
  return {
    user,
    sent,
    done,
    press,
    field: (label: string) => screen.getByLabelText<HTMLInputElement>(label),
  };
}

test('errors stand at their fields from the first attempt on, and the first one has the focus', async () => {
  const { user, sent, press, field } = openForm();
  await user.type(field('Name'), 'Ada');
  expect(messageUnder(field('Town'))).toBeFalsy();
  await user.clear(field('Name'));
  await press();
  expect([messageUnder(field('Name')), messageUnder(field('Town'))]).toEqual(['Who?', 'Where?']);
  await expect.poll(() => document.activeElement).toBe(field('Name'));
  await user.type(field('Name'), 'Ada');
  expect(messageUnder(field('Name'))).toBeFalsy();
  expect(sent).toEqual([]);
});

test('however fast it is sent twice, it is sent once', async () => {
  const { user, sent, done } = openForm();
  await fillIn(user, { Name: 'Ada', Town: 'Kisumu' });
  const form = screen.getByRole('form', { name: 'Form' });
  // Both before anything is rendered.
  await act(async () => {
    fireEvent.submit(form);
    fireEvent.submit(form);
    await Promise.resolve();
  });
  await expect.poll(() => done).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test('what failed stays and keeps its key; anything else, or the same once more, has another', async () => {
  const { user, sent, done, press, field } = openForm((times) => {
    if (times < 3) throw new TypeError('Failed to fetch');
  });
  await fillIn(user, { Name: 'Ada', Town: 'Kisumu' });
  await press();
  await screen.findByText('Not sent');
  expect([field('Name').value, field('Town').value]).toEqual(['Ada', 'Kisumu']);
  await expect.poll(async () => (await press(), sent.length)).toBe(2);
  await user.type(field('Town'), ' town');
  await expect.poll(async () => (await press(), done.length)).toBe(1);
  await fillIn(user, { Name: 'Ada', Town: 'Kisumu town' });
  await expect.poll(async () => (await press(), done.length)).toBe(2);
  const [first, again, other, more] = sent.map(({ id }) => id);
  expect(again).toBe(first);
  expect(new Set([first, other, more]).size).toBe(3);
});

test('a refusal about a field stands there until the field is changed', async () => {
  const { user, press, field } = openForm(() => {
    const reply = { code: 'invalid_request', message: 'No', fields: { town: 'Not there' } };
    throw new ApiError(400, JSON.stringify(reply), '');
  });
  await fillIn(user, { Name: 'Ada', Town: 'Atlantis' });
  await press();
  await expect.poll(() => messageUnder(field('Town'))).toBe('Not there');
  await user.type(field('Town'), '!');
  expect(messageUnder(field('Town'))).toBeFalsy();
});

test('what is typed while it is sent stays, and a button says how it is read', async () => {
  const sending = deferredPromise();
  const { user, sent, done, press, field } = openForm((times) => (times === 1 ? sending.promise : null));
  await press('Send anyhow');
  await expect.poll(() => sent).toHaveLength(1);
  await user.type(field('Name'), 'Ada');
  sending.release();
  await expect.poll(() => done).toEqual(['anyhow']);
  expect(field('Name').value).toBe('Ada');
});

/** A page with a dialog whose replies wait; "First" and "Second" open it. */
function openDialog() {
  const replies: ReturnType<typeof deferredPromise<unknown>>[] = [];
  function Form({ title, onClose }: { title: string; onClose(): void }) {
    const form = useForm({
      initial: { name: '', town: '' },
      read: (typed) => ({ value: typed, problems: {} }),
      send: async () => {
        const reply = deferredPromise<unknown>();
        replies.push(reply);
        const failure = await reply.promise;
        if (failure) throw failure as ApiError;
      },
      onSent: () => showToast({ title: 'Sent', description: 'To Ada.' }),
    });
    return (
      <FormDialog form={form} title={title} confirmLabel="Save" failureTitle="Not saved" onClose={onClose}>
        <Field label="Name" {...form.field('name')} />
      </FormDialog>
    );
  }
  function Page() {
    const [opened, setOpened] = useState('');
    return (
      <>
        <button onClick={() => setOpened('First')}>First</button>
        <button onClick={() => setOpened('Second')}>Second</button>
        {opened ? <Form title={opened} onClose={() => setOpened('')} /> : null}
      </>
    );
  }
  const user = renderInShop(<Page />);
  const press = (name: string) => user.click(screen.getByRole('button', { name, hidden: true }));
  return { replies, press };
}

test('a dialog is closed once its form is sent', async () => {
  const { replies, press } = openDialog();
  await press('First');
  await press('Save');
  expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
  replies[0]?.release(null);
  await findToast('Sent', 'To Ada.');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('what is sent after its dialog was closed does not close it again; a failure then is a toast', async () => {
  const { replies, press } = openDialog();
  await press('First');
  await press('Save');
  await press('Cancel');
  await press('Second');
  replies[0]?.release(null);
  await findToast('Sent', 'To Ada.');
  screen.getByRole('dialog', { name: 'Second' });
  await press('Save');
  await press('Cancel');
  replies[1]?.release(new ApiError(409, JSON.stringify({ code: 'refund_first', message: 'Not so' }), ''));
  await findToast('Not done: Save', 'Not so');
});
