import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { WatchProblem, WatchStanding } from '#api/inventory.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { figures, figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { openFleetPage, region, runningScan } from '#testing/fixtures/openFleetPage.tsx';

import { latestWords } from './coverage.ts';
import { problemWords, watchWords } from './watchWords.ts';

const minute = 60_000;
const watch: WatchStanding = {
  username: 'watcher',
  everyMinutes: 60,
  nextAt: figuresAt + 20 * minute,
  problem: null,
};
const problem: WatchProblem = {
  kind: 'refused',
  status: 401,
  message: 'Wrong password',
  requestId: 'r-9',
  since: figuresAt - 5 * minute,
  retryAt: figuresAt + 25 * minute,
};

describe('W4: the technical user that reads the fleet', () => {
  it.each([
    [{}, /^watcher reads the fleet every 60 minutes\. The next scan is due at \d\d:\d\d\.$/],
    [{ everyMinutes: 1 }, /every minute\. /],
    [{ nextAt: figuresAt }, /The next scan is due now\.$/],
    [{ nextAt: figuresAt + 1440 * minute }, /due at 23 Nov 2026, \d\d:\d\d\.$/],
    [{ nextAt: null }, /The first scan has not been scheduled yet\.$/],
    [{ problem }, /^watcher reads the fleet every 60 minutes, whenever it can\.$/],
  ])('is described with %j', (given, words) =>
    expect(watchWords({ ...watch, ...given }, null, figuresAt)).toMatch(words),
  );

  it.each([
    [{}, /: the service refuses it \(401\)\.$/, /^Next attempt at \d\d:.*WATCH_PASSWORD_FILE/],
    [
      { kind: 'unreachable', status: null, retryAt: figuresAt } as const,
      /: the service does not answer, or fails\.$/,
      /^The next attempt is due now\.$/,
    ],
    [
      { kind: 'no-customer', status: null } as const,
      /: its customer ID is not known\.$/,
      /CUSTOMER_ID_CLAIM/,
    ],
  ])('has a problem, %j', (given, title, advice) => {
    const words = problemWords({ ...problem, ...given }, 'watcher', figuresAt);
    expect(words.title).toMatch(/^watcher has not been able to read the fleet since \d\d:\d\d: /);
    expect(words.title).toMatch(title);
    expect(words.advice).toMatch(advice);
  });

  it('runs its scan in the gateway, not in a page', () => {
    const latest = { ...runningScan, username: 'watcher', things: 120 };
    expect(watchWords(watch, latest, figuresAt)).toMatch(/minutes, and is reading it now\.$/);
    const words = latestWords({ ...figures, latest, watch }, figuresAt);
    expect(words).toMatch(/so far\. The gateway runs it, and lets users’ calls go first\.$/);
    const quiet = { ...latest, heardAt: figuresAt - 12 * minute };
    expect(latestWords({ ...figures, latest: quiet, watch }, figuresAt)).toMatch(
      /It last reported progress 12 minutes ago\. The gateway runs it/,
    );
    expect(latestWords({ ...figures, latest, watch: null }, figuresAt)).toMatch(
      /It continues only while its page is open\.$/,
    );
  });

  it('is named on the Fleet page, with its problem and the service’s words', async () => {
    await openFleetPage({ summary: { ...figures, watch: { ...watch, problem } } });
    const overview = await region('Overview');
    expectText('watcher reads the fleet every 60 minutes, whenever it can.', overview);
    expectText(/^watcher has not been able to read the fleet since .* \(401\)\.$/, overview);
    expectText('The service said:', overview);
    expectText(/WATCH_PASSWORD_FILE/, overview);
    expect(screen.getByText('Wrong password')).toHaveAttribute('lang', '');
    expect(within(overview).getByText('r-9', { selector: 'code' })).toBeVisible();
    expect(within(overview).getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    expect(within(overview).queryByRole('button', { name: 'Show recent calls' })).toBeNull();
    for (const status of within(overview).getAllByRole('status')) {
      expect(status).not.toHaveTextContent('r-9');
    }
  });

  it('is not said to quote the service if the service did not answer', async () => {
    const message = 'The service could not be reached.';
    const silent = { ...problem, kind: 'unreachable', status: null, message } as const;
    await openFleetPage({ summary: { ...figures, watch: { ...watch, problem: silent } } });
    const overview = await region('Overview');
    expectText(message, overview);
    expect(within(overview).queryByText(/The service said/)).toBeNull();
  });

  it('is explained where none is configured', async () => {
    await openFleetPage();
    expectText(/^The fleet is read only when somebody asks for it\./, await region('Overview'));
  });
});
