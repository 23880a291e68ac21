import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { createApi } from '#api/client.ts';
import { groupsApi } from '#api/groups.ts';
import { snapshotOf } from '#api/groupSettings.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { systemClock } from '#lib/clock.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { groupChoiceOf } from '#testing/fixtures/groupBody.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { list, openGroup, said, shown } from '#testing/fixtures/openGroup.tsx';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';

import { saveCalls } from './saveCalls.ts';
import { saveGroup } from './saveGroup.ts';

const pass = fakeTime();

async function open() {
  const page = await openGroup();
  return {
    ...page,
    lists: () => page.sandbox.state.requests().filter(({ route }) => route === list).length,
    async go(address: string, heading: string) {
      await act(() => page.router.navigate(address));
      await screen.findByRole('heading', { name: heading, level: 1 });
    },
  };
}

describe('a save’s read', () => {
  it('R15: does not join a list already in flight, and is not overwritten by it', async () => {
    const { sandbox, group, rename, go } = await open();
    // After a minute the list is read again; its response predates the save and arrives late.
    await go(paths.things(), 'Things');
    await pass(61_000);
    const body = JSON.stringify([{ ThingsGroupId: group.id, ThingsGroupName: 'Of old' }]);
    sandbox.faults.add({ route: list, delayMs: 20_000, body });
    await go(paths.group(group.id), 'Scooter Sharing');
    await rename();
    expect(await shown.saved()).toBeVisible();
    // The page no longer waits for it, so it cannot replace the save's read.
    await pass(11_000);
    expect(screen.queryByText(/Still waiting/)).not.toBeInTheDocument();
  });

  it('is retried like any read if the service fails, and a failure is shown once', async () => {
    const { sandbox, rename, lists } = await open();
    const before = lists();
    sandbox.faults.add({ route: list, status: 503, count: 4 });
    await rename();
    await pass(9_000);
    expect(await screen.findAllByRole('alert')).toHaveLength(1);
    expect(lists() - before).toBe(4);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('can be cancelled while it waits for a rate limit', async () => {
    const { sandbox, rename, user } = await open();
    sandbox.faults.add({ route: list, status: 429, retryAfter: '7' });
    await rename();
    await expectTextSoon(/Trying again/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await shown.cancelled()).toBeVisible();
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('V8: the page repeats a failed read-back, with its usual retries, and then takes back no change of another user', async () => {
    const { sandbox, group, rename, lists } = await open();
    const before = lists();
    sandbox.faults.add({ route: list, skip: 1, status: 429, retryAfter: '7' });
    await rename();
    await expectTextSoon(
      'The service accepted the change, but the group could not be read afterwards to confirm it.',
    );
    expect(await screen.findByRole('timer')).toBeVisible();
    const undo = screen.getByRole('button', { name: 'Undo' });
    sandbox.changeGroup(group.id, { imeiPrefix: '11' });
    await pass(9_000);
    expect(await screen.findByRole('heading', { name: 'Scooter Sharing 2' })).toBeVisible();
    expect(undo).not.toBeInTheDocument();
    expect(lists() - before).toBe(3);
  });
});

it('the Things, each of which names its group, are read again only after a save that sent something', async () => {
  const { sandbox, group, rename, go, user } = await open();
  const requests = () => sandbox.state.requests().filter(({ status }) => status === 200);
  const things = () => requests().filter(({ route }) => route === 'GET /things');
  await go(paths.things(), 'Things');
  // The page, and the prefetched next page.
  await waitFor(() => expect(things()).toHaveLength(2));

  await go(paths.group(group.id), 'Scooter Sharing');
  sandbox.changeGroup(group.id, {});
  await rename();
  await expectTextSoon(said.touched);
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await go(paths.things(), 'Things');
  await pass(1_000);
  expect(things()).toHaveLength(2);

  await go(paths.group(group.id), 'Scooter Sharing');
  await rename();
  expect(await shown.saved()).toBeVisible();
  await go(paths.things(), 'Things');
  await waitFor(() => expect(things().length).toBeGreaterThan(2));
});

describe('T18: a save’s read when the user signs out', () => {
  async function save() {
    const sandbox = createSandbox({ things: 60 });
    const { http, session } = sandboxServices(sandbox);
    await signInTo(sandbox, session, 'writer');
    const api = createApi(http);
    const queryClient = createQueryClient();
    const records = createSessionRecords(memoryTextStore(), 'work', 'writer');
    const work = { drafts: records, notes: records, workSet: records };
    const [group] = (await groupsApi(api).list()).groups;
    if (!group) throw new Error('The sandbox has no group');
    const { ThingsGroupId: groupId } = group;
    return {
      sandbox,
      /** Cancels all reads, as sign-out does, while the service delays this one of the save's reads. */
      async outcome(heldUp: number) {
        sandbox.faults.add({ route: list, skip: heldUp - 1, hang: true });
        const ends = saveGroup(
          saveCalls({ api, queryClient, work }),
          { groupId, baseline: snapshotOf(group), choice: groupChoiceOf() },
          { clock: systemClock, signal: new AbortController().signal },
        );
        const lists = () => sandbox.state.requests().filter(({ route }) => route === list);
        await waitFor(() => expect(lists()).toHaveLength(1 + heldUp));
        await queryClient.cancelQueries();
        return ends;
      },
    };
  }

  it('is cancelled before anything is sent, and so is the save', async () => {
    const { sandbox, outcome } = await save();
    expect(await outcome(1)).toEqual({ outcome: 'not-sent', why: 'cancelled' });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('is cancelled after the save was accepted, which stays accepted', async () => {
    const { sandbox, outcome } = await save();
    expect(await outcome(2)).toEqual({ outcome: 'saved' });
    expect(sandbox.state.puts()).toHaveLength(1);
  });
});
