import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { GalleryField } from './gallery-field.tsx';
import type { GalleryRow } from './gallery-rows.ts';

// What happy-dom lacks: it neither decodes nor draws a picture.
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 240, height: 180, close: () => {} }));
  const context = { fillRect: () => {}, drawImage: () => {} } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    // Every test has its own picture.
    done(new Blob([expect.getState().currentTestName ?? ''], { type })),
  );
});

function Gallery() {
  const [rows, setRows] = useState<readonly GalleryRow[]>([]);
  return (
    <GalleryField
      isOptional={false}
      rows={rows}
      onChange={setRows}
      onBlur={() => {}}
      errorOf={() => undefined}
      onBusyChange={() => {}}
    />
  );
}

/** Mocks the storage; returns the widths that it has stored. @param answer the response to a file, or null to store it */
function answerStorage(answer: (width: string) => unknown) {
  const widths: string[] = [];
  answerDatabase(async (address) => {
    const [, name = '', width = ''] = /\/([0-9a-f]{64}-(\d+)\.webp)$/.exec(address) ?? [];
    const reply = await answer(width);
    if (reply) return reply;
    widths.push(width);
    return { url: `http://shop.test/storage/v1/object/public/products/${name}` };
  });
  return widths;
}

const lostConnection = () => {
  throw new TypeError('Failed to fetch');
};
const imageUrl = () => screen.getByLabelText<HTMLInputElement>('Image URL').value;

async function choosePicture() {
  const user = renderInShop(<Gallery />);
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File([jpeg], 'staff.jpg', { type: 'image/jpeg' }));
  return user;
}

test.each([
  ['the connection is lost', lostConnection, 'No connection. Check your connection and try again.'],
  [
    'the shop cannot store it',
    () =>
      Response.json({ code: 'service_unavailable', message: 'Pictures cannot be stored.' }, { status: 503 }),
    'Pictures cannot be stored.',
  ],
])('when %s the picture is kept, and a retry sends only the missing files', async (_, fault, sentence) => {
  let isDown = true;
  const stored = answerStorage((width) => (isDown && width === '640' ? fault() : null));
  const user = await choosePicture();
  await screen.findByText(sentence);
  screen.getByText(/^staff\.jpg: The picture is kept/);
  expect([imageUrl(), stored]).toEqual(['', ['320']]);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^The picture is stored in three sizes/);
  expect(stored).toEqual(['320', '640', '1200']);
  expect(imageUrl()).toMatch(
    /^http:\/\/shop\.test\/storage\/v1\/object\/public\/products\/[0-9a-f]{64}-1200\.webp$/,
  );
});

test('sending a picture can be cancelled', async () => {
  const sending = deferredPromise();
  const stored = answerStorage(async (width) => {
    if (width === '640') await sending.promise;
  });
  const user = await choosePicture();
  await screen.findByText(/^Sending size 2 of 3/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  sending.release();
  await expect.poll(() => stored).toEqual(['320', '640']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText(/^Sending size/)).toBeNull();
  expect([imageUrl(), stored]).toEqual(['', ['320', '640']]);
});

test('that a picture is missing is said beside the pictures, and before anything is sent that one is needed', () => {
  const errorOf = (path: string) => (path === 'imageUrl' ? 'Add a picture' : undefined);
  renderInShop(
    <GalleryField
      isOptional={false}
      rows={[]}
      onChange={() => {}}
      onBlur={() => {}}
      errorOf={errorOf}
      onBusyChange={() => {}}
    />,
  );
  screen.getByText(/^One at least/);
  screen.getByText('Add a picture');
  expect(messageUnder(screen.getByLabelText('Image URL'))).toMatch(/^The address of the first picture/);
});
