import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, useEffect, useRef, useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';

import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { keepFocus } from './keptFocus.ts';
import { Page } from './Page.tsx';

/** Two buttons, of which the first disappears when it is pressed. */
function Wait({ takesFocus = false, isLast = false }) {
  const [isOver, setOver] = useState(false);
  return (
    <div>
      <Button>Before</Button>
      {isOver ? <b>Cancelled</b> : <Button onClick={() => setOver(true)}>Cancel</Button>}
      {isOver && takesFocus && <OwnPlace />}
      {!isLast && <Button>After</Button>}
    </div>
  );
}

function OwnPlace() {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => own.current?.focus(), []);
  return <input ref={own} aria-label="Own place" />;
}

/** Renders a page, and presses the button that disappears. */
async function press(content: React.ReactNode, Frame: 'main' | 'header' = 'main') {
  onTestFinished(keepFocus());
  const user = userEvent.setup();
  render(
    <Frame>
      <Activity mode="hidden">
        <Page heading="List">{null}</Page>
      </Activity>
      <Page heading="Page">{content}</Page>
    </Frame>,
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  return user;
}

const frames = ['main', 'header'] as const;
it.each(frames)('the focus of a button that disappears moves to the next in %s', async (frame) => {
  await press(<Wait />, frame);
  const after = screen.getByRole('button', { name: 'After' });
  await waitFor(() => expect(after).toHaveFocus());
  // Enter is still held: it was meant for the button that has gone.
  expect(fireEvent.keyDown(after, { key: 'Enter', repeat: true })).toBe(false);
  fireEvent.keyUp(after, { key: 'Enter' });
  expect(fireEvent.keyDown(after, { key: 'Enter' })).toBe(true);
});

it('the focus of the last item of a list moves to the start of the one before', async () => {
  const items = (isWhole: boolean) => (
    <main>
      <ul>
        {['A', 'B'].slice(0, isWhole ? 2 : 1).map((item) => (
          <li key={item}>
            <Button>{`Edit ${item}`}</Button>
            <Button>{`Delete ${item}`}</Button>
          </li>
        ))}
      </ul>
      <Button>After</Button>
    </main>
  );
  onTestFinished(keepFocus());
  const { rerender } = render(items(true));
  screen.getByRole('button', { name: 'Delete B' }).focus();
  rerender(items(false));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit A' })).toHaveFocus());
});

it('the focus of a button that disappears moves to the heading of the page if nothing follows', async () => {
  await press(<Wait isLast />);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus());
});

it('the focus of a button that disappears stays where the page itself moves it', async () => {
  await press(<Wait takesFocus />);
  const own = await screen.findByRole('textbox', { name: 'Own place' });
  await waitFor(() => expect(own).toHaveFocus());
  await new Promise((resolve) => setTimeout(resolve));
  expect(own).toHaveFocus();
});

it('the focus of a button that disappears moves within a dialog', async () => {
  await press(
    <Dialog heading="Question" width="sm" onClose={() => undefined} actions={<Wait />}>
      Sure?
    </Dialog>,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'After' })).toHaveFocus());
});
