import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { noteKeys } from '#api/noteKeys.ts';

import { useKnownNotes } from './knownNotes.ts';

const iccid = '89490200001234567890';

function Known() {
  return <p>{useKnownNotes(iccid)?.length ?? 'no'} notes</p>;
}

const list = { notes: [{ id: 1 }] };

function Read() {
  useQuery(queryOptions({ queryKey: noteKeys.of(iccid), queryFn: () => list, initialData: list }));
  return null;
}

// React would complain in the console, which fails every test (setup.ts).
it('known notes are shown, but not while the component that reads them renders', async () => {
  const queryClient = new QueryClient();
  const page = (more?: React.ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <Known />
      {more}
    </QueryClientProvider>
  );
  const { rerender } = render(page());
  expect(screen.getByText('no notes')).toBeVisible();
  rerender(page(<Read />));
  expect(await screen.findByText('1 notes')).toBeVisible();
});
