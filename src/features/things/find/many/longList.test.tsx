import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

import { shownLines } from './listText.ts';

const line = (row: number) => `898822806660${String(10_000_000 + row)}`;
const listOf = (rows: number, first = 0) =>
  Array.from({ length: rows }, (_, row) => line(first + row)).join('\n');

async function open() {
  const page = await renderRoute(paths.find());
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Identifiers' });
  return {
    ...page,
    field,
    async paste(text: string) {
      field.focus();
      await page.user.paste(text);
    },
    button: (name: string) => screen.getByRole('button', { name }),
    count: async (identifiers: string) => screen.findByText(`${identifiers} identifiers`),
  };
}

/** Blocks the parsing of long lists until the test releases it. */
function holdScan() {
  let isHeld = true;
  let waiting: (() => void)[] = [];
  vi.stubGlobal('scheduler', {
    yield: async () =>
      new Promise<void>((resolve) => {
        if (isHeld) waiting.push(resolve);
        else setTimeout(resolve);
      }),
  });
  return () => {
    isHeld = false;
    for (const goOn of waiting) goOn();
    waiting = [];
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('a pasted list that is too long for the field', () => {
  it('is shown in parts, but read as a whole', async () => {
    const { field, paste, count, button, user } = await open();
    const inputs: string[] = [];
    // When the browser fires the event, the field holds the whole text.
    field.addEventListener('input', () => inputs.push(field.value));
    await paste(listOf(1_200));
    expect(inputs).toEqual([]);
    expect(field).toHaveValue(listOf(shownLines, 700));
    expect(field.selectionStart).toBe(field.value.length);
    expect(screen.getByText(/^Lines 701 to 1,200 of 1,200 are shown/)).toHaveRole('status');
    expect(field).toHaveAccessibleDescription(/^Lines 701 to 1,200/);
    await count('1,200');
    expect(button('Next part')).toHaveAttribute('aria-disabled', 'true');
    field.scrollTop = 9_000;
    await user.click(button('Previous part'));
    expect(field).toHaveValue(listOf(shownLines, 200));
    expect(field.scrollTop).toBe(0);
    expect(button('Previous part')).toHaveFocus();
  });

  it('is read up to 5,000 entries, which include duplicates', async () => {
    const { paste, count } = await open();
    await paste(`${listOf(3_000)}\n${listOf(3_000)}`);
    await count('3,000');
    expectText(
      'Only the first 5,000 entries are read, duplicates included. 1,000 lines at the end are left out.',
    );
  });

  it('is taken as soon as there is a field', async () => {
    const taken: boolean[] = [];
    const seen = new MutationObserver(() => {
      const field = screen.queryByRole('textbox', { name: 'Identifiers' });
      if (!field) return;
      seen.disconnect();
      const init = { data: listOf(1_200), inputType: 'insertFromPaste', cancelable: true };
      taken.push(!field.dispatchEvent(new InputEvent('beforeinput', init)));
    });
    seen.observe(document.body, { childList: true, subtree: true });
    const { count } = await open();
    expect(taken).toEqual([true]);
    await count('1,200');
  });

  it('can be edited in the part that is shown', async () => {
    const { field, paste, count, button, user } = await open();
    await paste(listOf(1_200));
    await count('1,200');
    await user.click(button('Previous part'));
    field.setSelectionRange(0, 0);
    field.focus();
    await user.keyboard(`${line(5_000)},`);
    await count('1,201');
    expect(field).toHaveValue(`${line(5_000)},${listOf(shownLines, 200)}`);
    await user.click(button('Next part'));
    expect(field).toHaveValue(listOf(shownLines, 700));
  });

  it('shows the line to be edited', async () => {
    const { field, paste, count, button, user } = await open();
    await paste(listOf(1_200));
    await count('1,200');
    const table = screen.getByRole('table', { name: 'What was read' });
    await user.click(within(table).getByRole('button', { name: 'Edit line 3' }));
    expect(field).toHaveFocus();
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(line(2));
    expect(button('Previous part')).toHaveAttribute('aria-disabled', 'true');
  });

  it('is replaced as a whole if all of the field’s text is selected', async () => {
    const { field, paste, user, button } = await open();
    await paste(listOf(1_200));
    field.select();
    await user.keyboard('{Delete}');
    expect(field).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Previous part' })).not.toBeInTheDocument();
    await user.click(button('Restore the previous text'));
    expect(field).toHaveValue(listOf(shownLines));
    field.select();
    await paste('8988228066600012343');
    expect(field).toHaveValue('8988228066600012343');
  });
});

describe('Find, while a list is being read,', () => {
  it('starts once the list has been read', async () => {
    const goOn = holdScan();
    const { paste, user, button, count } = await open();
    await paste(listOf(1_200));
    expect(screen.getByText('Reading the list…')).toBeVisible();
    expect(screen.queryByText(/identifiers$/)).not.toBeInTheDocument();
    await user.click(button('Find'));
    expect(screen.getByText('The search will start once the list has been read.')).toHaveRole(
      'status',
    );
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    goOn();
    await screen.findByRole('progressbar', { name: 'Finding' });
    await count('1,200');
    await user.click(button('Cancel'));
    await screen.findByText(/^Cancelled/);
  });

  it('has no effect once the list has been replaced', async () => {
    const goOn = holdScan();
    const { paste, user, button, count, sandbox } = await open();
    await paste(listOf(1_200));
    await user.click(button('Find'));
    await paste(`\n${listOf(600, 5_000)}`);
    goOn();
    await count('1,800');
    await waitFor(() => expect(screen.getByText(/^One by one/)).toBeVisible());
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(sandbox.state.requests().filter(({ route }) => route === 'GET /things')).toEqual([]);
  });
});
