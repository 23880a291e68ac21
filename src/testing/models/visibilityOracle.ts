import { expect } from 'vitest';
import * as z from 'zod/mini';

import { alertsPage, waitingAlerts } from '#contract/alerts.ts';
import { changesPage } from '#contract/history.ts';
import { fleetSummary, fleetTrends } from '#contract/inventory.ts';
import {
  inventoryNeighbours,
  inventoryThings,
  thingEventsPage,
} from '#contract/inventoryThings.ts';
import { lockImpact } from '#contract/lockImpact.ts';
import { noteCounts, noteList } from '#contract/notes.ts';
import { sharedViews } from '#contract/sharedViews.ts';

import {
  count,
  type CustomerId,
  customers,
  mark,
  prefix,
  users,
} from '../fixtures/markedService.ts';
import { noted, noteIds } from './visibilitySteps.ts';

export interface Session {
  readonly username: string;
  readonly cookie: string;
  customerId: CustomerId | null;
  /** The latest id for which the service returned a non-empty list in this session. */
  confirmedId: CustomerId | null;
}

export const isConfirmed = ({ customerId, confirmedId }: Session) =>
  customerId !== null && customerId === confirmedId;

/** How often the model met each case, to show that its runs cover them. */
export const total = {
  shown: 0,
  refused: 0,
  events: 0,
  otherScan: 0,
  sims: 0,
  notes: 0,
  notOwn: 0,
  notedSims: 0,
  othersNotes: 0,
  views: 0,
  sameId: 0,
  alerts: 0,
  trends: 0,
  acknowledged: 0,
  othersAlerts: 0,
  freshSims: 0,
};
export const ofChanges = { shown: 0, refused: 0 };

/** What each customer has stored, and what a response may therefore contain. */
export function createVisibilityOracle() {
  /** The customers with a complete scan, and the alerts that pages have shown. */
  const scanned = new Set<CustomerId>();
  const shownAlerts = new Map<string, CustomerId>();
  /** The author of each stored note, by customer and id. */
  const noteAuthors = new Map<string, string>();

  /** Checks that a response contains nothing marked as another customer's, and none of that customer's usernames. */
  function check(session: Session, status: number, text: string, address: string) {
    const { customerId } = session;
    const others = customers.filter((id) => !isConfirmed(session) || id !== customerId);
    for (const id of others) {
      expect(text).not.toContain(mark(id));
      expect(text).not.toContain(prefix(id));
    }
    for (const [name, own] of Object.entries(users)) {
      const isOwn = isConfirmed(session) && customerId !== null && own.includes(customerId);
      if (!isOwn) expect(text).not.toContain(`"${name}"`);
    }
    if (!isConfirmed(session)) {
      total.refused += 1;
      // The number in the navigation is empty, not an error.
      expect([status, text === '']).toEqual(
        address === '/session/alerts' ? [204, true] : [customerId === null ? 400 : 403, false],
      );
    } else if (status === 200 || status === 201) total.shown += 1;
  }

  /** Counts reveal as much as names, so none may include another customer's SIMs. */
  function checkCounts(customerId: CustomerId, address: string, body: unknown) {
    const sims = count(customerId);
    const stored = noteIds.filter((id) => noteAuthors.has(`${customerId} ${id}`));
    if (address.startsWith('/records/changes')) {
      for (const { username, groupName, before, after } of changesPage.parse(body).changes) {
        ofChanges.shown += 1;
        const names = [groupName, before.ThingsGroupName, after.ThingsGroupName];
        for (const name of names) expect(name ?? customerId).toContain(customerId);
        if (username !== null) expect(users[username]).toContain(customerId);
      }
    } else if (address === '/session/alerts') {
      const { waiting } = waitingAlerts.parse(body);
      expect(waiting).toBeLessThanOrEqual(scanned.has(customerId) ? 1 : 0);
    } else if (address.startsWith('/records/alerts')) {
      for (const { id, acknowledged, ...alert } of alertsPage.parse(body).alerts) {
        total.alerts += 1;
        expect(alert.worst).toBeLessThanOrEqual(sims);
        expect(alert.fresh).toBeLessThanOrEqual(sims);
        expect(shownAlerts.get(id) ?? customerId).toBe(customerId);
        shownAlerts.set(id, customerId);
        expect(acknowledged?.note ?? mark(customerId)).toBe(mark(customerId));
      }
    } else if (address === '/records/fleet/trends') {
      const { points } = fleetTrends.parse(body);
      if (!scanned.has(customerId)) expect(points).toEqual([]);
      for (const { counts } of points) expect(counts['blocked']).toBeLessThanOrEqual(sims);
      total.trends += points.length;
    } else if (address === '/records/fleet') {
      const summary = fleetSummary.parse(body);
      const counts = [summary.sims, ...summary.groups.map((group) => group.sims)];
      for (const one of [...counts, summary.noDevice]) expect(one).toBeLessThanOrEqual(sims);
      for (const found of summary.checks) expect(found.count).toBeLessThanOrEqual(sims);
      total.sims += summary.sims;
    } else if (address.startsWith('/records/fleet/things/')) {
      const known = z.nullable(inventoryNeighbours).parse(body);
      expect(known?.sameDevice.count ?? -1).toBeLessThan(sims);
      expect(known?.cell?.sims ?? -1).toBeLessThan(sims);
    } else if (address.startsWith('/records/fleet/things')) {
      const { count: found, leftOut, things } = inventoryThings.parse(body);
      expect(found + leftOut).toBeLessThanOrEqual(sims);
      for (const { alsoOn = 0 } of things) expect(alsoOn).toBeLessThan(sims);
      if (address === noted) {
        // All notes are about the same SIM.
        expect(found).toBeLessThanOrEqual(stored.length > 0 ? 1 : 0);
        if (stored.length === 0 && noteAuthors.size > 0) total.othersNotes += 1;
        if (found > 0) total.notedSims += 1;
      }
    } else if (address.startsWith('/records/fleet/impact')) {
      expect(lockImpact.parse(body).sims).toBeLessThanOrEqual(sims);
    } else if (address === '/records/views') {
      for (const { author, name } of sharedViews.parse(body).views) {
        total.views += 1;
        expect(name).toContain(mark(customerId));
        expect(users[author]).toContain(customerId);
      }
    } else if (address.startsWith('/records/fleet/events')) {
      total.events += thingEventsPage.parse(body).events.length;
    } else if (address.startsWith('/records/notes')) {
      const { notes } = noteList.parse(body);
      const sorted = notes.toSorted((one, other) => one.id.localeCompare(other.id));
      expect(sorted.map(({ id, username }) => [id, username])).toEqual(
        stored.map((id) => [id, noteAuthors.get(`${customerId} ${id}`)]),
      );
      total.notes += notes.length;
    } else if (address.startsWith('/records/note-counts')) {
      const { counts } = noteCounts.parse(body);
      expect(counts.reduce((sum, one) => sum + one.notes, 0)).toBe(stored.length);
    }
  }

  return { scanned, shownAlerts, noteAuthors, check, checkCounts };
}
