import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { LockImpact } from '#contract/lockImpact.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { button, form, openGroup, shown } from '#testing/fixtures/openGroup.tsx';
import { simsAtLock } from '#testing/fixtures/openLockDialog.tsx';
import { noImpact } from '#testing/fixtures/sandboxServices.ts';

const pass = fakeTime();
const minute = 60_000;
const pause = 300;

const parts = { inside: 1600, outside: 300, none: 60, malformed: 11, suspended: 28 };

/** The impact on a group whose 1,999 SIMs were listed 12 minutes ago. */
function impactNow(given: Partial<LockImpact> = {}): LockImpact {
  const at = Date.now() - 12 * minute;
  return { ...noImpact, sims: 1999, size: 1999, seen: { oldest: at, newest: at }, parts, ...given };
}

interface Given {
  readonly isLocked?: boolean;
  readonly answer?: (prefix: string) => Response | Promise<Response>;
  /** Without a gateway, there is no inventory. */
  readonly isStatic?: boolean;
  readonly sandbox?: Sandbox;
}

/** Opens a group with a stored prefix, and an inventory. */
async function open({ isLocked = false, isStatic = false, answer, sandbox }: Given = {}) {
  const asked: string[] = [];
  const groups = new Set<string | null>();
  const page = await openGroup({
    change: { lockMasterImei: isLocked, imeiPrefix: '35208115' },
    ...(sandbox && { sandbox }),
    ...(!isStatic && {
      fleet({ call, query }) {
        if (call !== 'GET /impact') return undefined;
        groups.add(query.get('groupId'));
        asked.push(query.get('prefix') ?? '');
        return answer?.(query.get('prefix') ?? '') ?? Response.json(impactNow());
      },
    }),
  });
  async function type(prefix: string) {
    await page.user.clear(form.prefix());
    await page.user.type(form.prefix(), prefix);
  }
  return { ...page, asked, groups, type };
}

const region = () => screen.findByRole('region', { name: 'Impact as remembered' });
const figure = async () => within(await region()).findByRole('status');

describe('Q1: the impact of a typed prefix, from the inventory', () => {
  it('appears once typing pauses, with its age, its coverage and the preview’s bar', async () => {
    const { asked, groups, group, type, sandbox } = await open();
    await type('86056704');
    expect(await figure()).toBeEmptyDOMElement();
    expect(asked).toEqual([]);
    await pass(pause);
    await expectTextSoon(
      'As remembered 12 minutes ago, 1,999 of 1,999 SIMs: 371 may lose service.',
    );
    expect(asked).toEqual(['86056704']);
    expect([...groups]).toEqual([group.id]);
    expect(await figure()).toHaveTextContent(/371 may lose service\.$/);
    const bar = await region();
    expect(bar).toHaveTextContent(
      /300 Does not match the prefix.*11 No readable IMEI.*28 Suspended/,
    );
    expect(bar).toHaveTextContent('If the group were locked to this prefix:');
    expect(sandbox.state.requests().filter(({ route }) => route === 'GET /things')).toEqual([]);
  });

  it('never shows the count of an earlier prefix, however late it arrives', async () => {
    const early = Promise.withResolvers<Response>();
    const { asked, type, user } = await open({
      answer: (prefix) =>
        prefix === '8'
          ? early.promise
          : Response.json(impactNow({ parts: { ...parts, outside: 0, inside: 1900 } })),
    });
    await type('8');
    await region();
    await pass(pause);
    await waitFor(() => expect(asked).toEqual(['8']));
    await user.type(form.prefix(), '6');
    expect(await figure()).toBeEmptyDOMElement();
    await pass(pause);
    await expectTextSoon(/SIMs: 71 may lose service\.$/);
    early.resolve(Response.json(impactNow()));
    await pass(pause);
    expect(await figure()).toHaveTextContent(/SIMs: 71 may lose service\.$/);
    // Even a count that is already known is not announced after every digit.
    await user.type(form.prefix(), '0{Backspace}');
    expect(await figure()).toBeEmptyDOMElement();
    await pass(pause);
    expect(await figure()).toHaveTextContent(/SIMs: 71 may lose service\.$/);
    expect(asked).toEqual(['8', '86']);
  });

  it.each<readonly [string, () => Partial<LockImpact>, string]>([
    [
      'no scan has counted the group',
      () => ({ sims: 1990, size: null }),
      'As remembered 12 minutes ago, 1,990 SIMs: 371 may lose service.',
    ],
    [
      'the lists are of different ages',
      () => ({ seen: { oldest: Date.now() - 50 * 60 * minute, newest: Date.now() + minute } }),
      'As remembered between 2 days ago and just now, 1,999 of 1,999 SIMs: 371 may lose service.',
    ],
    [
      'all SIMs are inside or suspended',
      () => ({ parts: { ...noImpact.parts, inside: 1900, suspended: 99 } }),
      'As remembered 12 minutes ago, 1,999 of 1,999 SIMs: none is known to lose service.',
    ],
    [
      'no list has shown the group’s SIMs',
      () => noImpact,
      'No list has shown a SIM in this group yet, so the impact is unknown.',
    ],
    [
      'the group is empty',
      () => ({ ...noImpact, size: 0 }),
      'The inventory has no SIMs in this group.',
    ],
    [
      'the inventory is off',
      () => ({ keptDays: 0 }),
      'This installation keeps no inventory of SIMs.',
    ],
  ])('says so if %s', async (_, change, words) => {
    const { type } = await open({ answer: () => Response.json(impactNow(change())) });
    await type('8605');
    await region();
    await pass(pause);
    await expectTextSoon(words);
  });

  it('waits for a prefix, and says that no SIM loses service without a lock', async () => {
    const { user, asked, type } = await open({ isLocked: true });
    expect(screen.queryByRole('region', { name: 'Impact as remembered' })).not.toBeInTheDocument();
    await type('86x');
    await expectTextSoon('The impact will appear here once the prefix has 1 to 15 digits.');
    await user.click(button('Unlocked'));
    await expectTextSoon('Without a lock, no SIM loses service because of its device.');
    await pass(pause);
    expect(asked).toEqual([]);
  });

  it('is shown when the lock is chosen for a stored prefix, but not for a new name', async () => {
    const { user, asked } = await open();
    await user.type(form.name(), ' 2');
    expect(screen.queryByRole('region', { name: 'Impact as remembered' })).not.toBeInTheDocument();
    await user.click(button('Locked'));
    await region();
    await pass(pause);
    await expectTextSoon(/SIMs: 371 may lose service\.$/);
    expect(asked).toEqual(['35208115']);
  });

  it('shows a failure with its request id, and leaves the form usable', async () => {
    let isAway = true;
    const { user, type } = await open({
      answer: () => (isAway ? Response.json({}, { status: 422 }) : Response.json(impactNow())),
    });
    await type('8605');
    await region();
    await pass(pause);
    const alert = await within(await region()).findByRole('alert');
    expect(alert).toHaveTextContent(/Could not count this group’s SIMs in the inventory/);
    expect(alert).toHaveTextContent(/Request ID/);
    expect(form.prefix()).toHaveValue('8605');
    isAway = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await expectTextSoon(/SIMs: 371 may lose service\.$/);
  });

  it('says that nothing is remembered with static hosting', async () => {
    const { type } = await open({ isStatic: true });
    await type('8605');
    await expectTextSoon(
      'The inventory of SIMs is kept by a gateway, and this installation has none.',
    );
  });
});

describe('Q1: the confirmation', () => {
  it.each([
    ['says what the inventory has if it differs', 5],
    ['says nothing about the inventory if it has the same number', 0],
  ])('counts the SIMs again, and %s', async (_, more) => {
    const sandbox = createSandbox({ things: 400 });
    const losing = simsAtLock(sandbox, 'Scooter Sharing').losing.length;
    const remembered = { ...noImpact.parts, outside: losing + more };
    const { user, type } = await open({
      sandbox,
      answer: () => Response.json(impactNow({ parts: remembered })),
    });
    await user.click(button('Locked'));
    await type('86056704');
    await user.click(button('Save'));
    const dialog = within(await shown.confirmation());
    await dialog.findByText(new RegExp(`^${losing} of \\d+ SIMs may lose service\\.$`));
    await pass(pause);
    expect(dialog.queryByText(/^The inventory counted/)?.textContent).toBe(
      more === 0
        ? undefined
        : `The inventory counted ${losing + more}, from lists read 12 minutes ago.`,
    );
  });

  it('compares with the number shown while typing, not with what reading the SIMs has added to the inventory', async () => {
    const sandbox = createSandbox({ things: 400 });
    const losing = simsAtLock(sandbox, 'Scooter Sharing').losing.length;
    let more = 5;
    const { user, type, asked } = await open({
      sandbox,
      answer: () =>
        Response.json(impactNow({ parts: { ...noImpact.parts, outside: losing + more } })),
    });
    await user.click(button('Locked'));
    await type('86056704');
    await region();
    await pass(pause);
    await expectTextSoon(new RegExp(`SIMs: ${losing + more} may lose service`));
    // The user takes a while, and then the confirmation's own lists reach the inventory.
    await pass(5 * minute);
    more = 0;
    await user.click(button('Save'));
    const dialog = within(await shown.confirmation());
    await dialog.findByText(new RegExp(`^${losing} of \\d+ SIMs may lose service\\.$`));
    await pass(pause);
    const counted = dialog.getByText(/^The inventory counted/);
    expect(counted).toHaveTextContent(`The inventory counted ${losing + 5}, from lists read`);
    expect(asked).toHaveLength(1);
    // Once the dialog is closed, the page says what the inventory knows now.
    await user.click(button('Keep editing'));
    await expectTextSoon(new RegExp(`SIMs: ${losing} may lose service`));
    expect(asked).toHaveLength(2);
  });
});
