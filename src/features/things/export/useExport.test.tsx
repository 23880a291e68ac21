import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { createUserServices, UserServicesProvider } from '#api/userServices.tsx';
import { createSandbox } from '#sandbox/sandbox.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { renderConfig } from '#testing/fixtures/renderRoute.tsx';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';

import { noFilter } from '../list/filters/thingsFilter.ts';
import { useExport } from './useExport.ts';

it('keeps the finished file if the export is cancelled while the last rows of a workbook are being written', async () => {
  const files = keepFiles();
  const sandbox = createSandbox({ things: 10 });
  const basis = sandboxServices(sandbox);
  const info = await signInTo(sandbox, basis.session, 'writer');
  const services = createUserServices({ config: renderConfig, info, ...basis });
  const { result } = renderHook(() => useExport(noFilter), {
    wrapper: ({ children }) => (
      <UserServicesProvider services={services}>{children}</UserServicesProvider>
    ),
  });
  const rows: string[] = [];
  const iccid = {
    head: 'ICCID',
    text({ ExternalUniqueId }: { ExternalUniqueId: string }) {
      rows.push(ExternalUniqueId);
      if (rows.length === 10) act(() => result.current.cancel());
      return ExternalUniqueId;
    },
  };
  act(() => result.current.start({ format: 'xlsx', columns: [iccid], columnsName: 'ICCID' }));
  await waitFor(() => expect(rows).toHaveLength(10));
  await waitFor(() =>
    expect(result.current.state).toMatchObject({
      step: 'done',
      result: { report: { rows: 10, end: { kind: 'complete' } } },
    }),
  );
  expect(files).toHaveLength(1);
});
