import { expect, it } from 'vitest';

import { alertEvents } from '#contract/alerts.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { fleetEventEveryMs } from '#sandbox/world/passingTime.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { watchedSandbox } from '#testing/fixtures/watchedSandbox.ts';
import { createCheckOracle, type Sims } from '#testing/models/alertsModel.ts';
import { alertingChecks, createFleetOracle } from '#testing/models/fleetOracle.ts';
import { createSandboxEvents } from '#testing/models/sandboxEvents.ts';

const second = 1000;
const everyMinutes = 15;
const scans = 1 + (24 * 60) / everyMinutes;

it(
  'W6, W7: over a day on the sandbox, each new SIM is in exactly one alert and message, and nothing else is',
  { timeout: 600_000 },
  async ({ annotate }) => {
    const clock = manualClock();
    const begun = clock.now();
    const sandbox = createSandbox({ clock, seed: 5, things: 240, timePasses: true });
    const watched = await watchedSandbox(sandbox, clock, everyMinutes);
    const events = createSandboxEvents(sandbox);
    const look = createFleetOracle();
    const checks = alertingChecks.map((check) => ({
      check,
      oracle: createCheckOracle(),
      before: undefined as Sims | undefined,
      alertIds: new Set<string>(),
      fates: { over: 0, known: 0, announced: 0, mistaken: 0 },
    }));
    const messageIds: string[] = [];

    events.follow();
    // A second after each event. Scans begin and end between two events.
    let followAt = begun + fleetEventEveryMs + second;
    await clock.advance(5 * second);
    watched.start();
    for (let scan = 0; scan < scans; scan++) {
      const { things, groups, messages } = await watched.scan();
      const found = look(things, groups);
      const fates = events.scanned(found, things);
      const wrong: string[] = [];
      const expected = checks.flatMap((each) => {
        const { check, oracle, before } = each;
        const further = before ? found[check].difference(before) : new Set<string>();
        const fate = fates.get(check);
        if (before && fate) {
          wrong.push(...fate.wrong);
          each.fates.over += fate.over;
          each.fates.known += fate.known;
          each.fates.announced += further.size;
          each.fates.mistaken += fate.mistaken;
        }
        each.before = found[check];
        const seen = oracle.events.length;
        oracle.completed(found[check]);
        oracle.ended(further);
        const [happened] = oracle.events.slice(seen);
        const alert = oracle.expected();
        if (happened === undefined || !alert) return [];
        const { state: _, ...figures } = alert;
        const number = oracle.events.filter((one) => one === 'opened').length;
        const iccids = [...further].toSorted();
        const noticed = { check, number, event: happened, ...figures };
        return [{ ...noticed, ...(further.size > 0 && { iccids }) }];
      });
      expect(wrong, `scan ${scan}, by the sandbox's log`).toEqual([]);
      // An alert's number: how many alerts its check has had.
      const received = messages.map(({ alerts }) =>
        alerts.map(({ id, ...alert }) => {
          const ids = checks.find(({ check }) => check === alert.check)?.alertIds ?? new Set();
          ids.add(id);
          return { ...alert, number: [...ids].indexOf(id) + 1 };
        }),
      );
      const largestFirst = expected.toSorted((a, b) => b.sims - a.sims);
      // All alerts of a message share one limit.
      let left = 20;
      for (const { iccids = [] } of largestFirst) {
        iccids.splice(left);
        left -= iccids.length;
      }
      expect(received, `scan ${scan}`).toEqual(expected.length > 0 ? [largestFirst] : []);
      messageIds.push(...messages.map(({ id }) => id));

      const nextAt = await watched.nextAt();
      for (; followAt < nextAt; followAt += fleetEventEveryMs) {
        await watched.passTo(followAt);
        events.follow();
      }
    }

    expect(watched.outcomes()).toEqual(Array.from({ length: scans }, () => 'complete'));
    expect(new Set(messageIds).size).toBe(messageIds.length);
    // Everything happened at least once that day.
    const table = checks.map(({ check, oracle, fates }) => {
      const [opened = 0, grown = 0, resolved = 0] = alertEvents.map(
        (name) => oracle.events.filter((one) => one === name).length,
      );
      return { check, ...fates, opened, grown, resolved };
    });
    expect(table.filter(({ announced, opened }) => announced === 0 || opened === 0)).toEqual([]);
    expect(table.find(({ resolved, over }) => resolved > 0 && over > 0)).toBeDefined();
    await annotate(JSON.stringify({ messages: messageIds.length, table }));
  },
);
