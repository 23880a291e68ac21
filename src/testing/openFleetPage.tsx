import type { FleetSummary } from '#contract/fleet.ts';
import type { ThingEvent } from '#contract/fleetThings.ts';
import type { TextStore } from '#lib/textStore.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { figures, figuresAt, thingChange } from './fleetFigures.ts';
import { renderRoute } from './renderRoute.tsx';
import { emptySummary, type FleetCall } from './sandboxServices.ts';

interface Given {
  readonly tabStorage?: TextStore;
  readonly summary?: Partial<FleetSummary>;
  readonly events?: readonly ThingEvent[];
  readonly answer?: (call: FleetCall) => Response | undefined;
  readonly things?: number;
}

/** Opens the page "Fleet" with a gateway that remembers the given figures, and collects what it is asked. */
export async function openFleetPage({
  summary = figures,
  events = [thingChange],
  answer,
  things = 120,
  tabStorage,
}: Given = {}) {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const rendered = await renderRoute(paths.fleet(), {
    sandbox: createSandbox({ things }),
    ...(tabStorage && { tabStorage }),
    fleet(call) {
      asked.push(call.call);
      if (call.body !== undefined) bodies.push(call.body);
      const own = answer?.(call);
      if (own) return own;
      if (call.call === 'GET') return Response.json({ ...emptySummary, ...summary });
      if (call.call === 'GET /events') {
        return Response.json({ events, next: null, previous: null, keptDays: 90 });
      }
      if (call.call === 'POST /readings') return Response.json(runningReading, { status: 201 });
      if (call.call === 'PUT /readings/r2') {
        return Response.json({ ...runningReading, ...Object(call.body), endedAt: figuresAt });
      }
      return undefined;
    },
  });
  return { ...rendered, asked, bodies };
}

/** A reading that has begun. */
export const runningReading = {
  id: 'r2',
  username: 'writer',
  startedAt: figuresAt,
  endedAt: null,
  state: 'running',
  things: 0,
} as const;

/** The storage of a tab, whose content a reload of the page keeps. */
export function storeOf(texts: Map<string, string>): TextStore {
  return {
    read: (name) => texts.get(name) ?? null,
    write(name, text) {
      texts.set(name, text);
      return true;
    },
    listen: () => () => undefined,
  };
}
