import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

import { keys } from '#api/keys.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import type { GroupIdentity } from './groupMembers.ts';
import { createGroupReader, type GroupReader } from './reading.ts';

/** After which time the last known devices are asked for anew, in milliseconds. */
const keptMs = 5 * 60_000;

/**
 * The SIMs of a group, being read from the moment they are shown until the last one or until they are
 * hidden. What was read stays for a while, so that the confirmation after a preview on the page does not
 * spend the same calls again; like all that the service said, it goes with the session.
 */
export function useGroupReading(group: GroupIdentity) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const [reader, setReader] = useState(() => keptReader() ?? newReader());
  const reading = useSyncExternalStore(reader.subscribe, reader.getSnapshot);
  const [defect, setDefect] = useState<{ readonly error: unknown }>();
  // A defect belongs to the page's error boundary.
  if (defect) throw defect.error;

  function key() {
    return [...keys.things, 'groupReader', group.id, group.name];
  }

  function keptReader(): GroupReader | undefined {
    const kept = queryClient.getQueryData<GroupReader>(key());
    const startedAt = kept?.getSnapshot().startedAt;
    if (startedAt === undefined || systemClock.now() - startedAt > keptMs) return undefined;
    return kept;
  }

  function newReader(): GroupReader {
    const given = { things: api.things, clock: systemClock, random: Math.random };
    const created = createGroupReader(given, group);
    queryClient.removeQueries({ queryKey: key(), exact: true });
    queryClient.setQueryData(key(), created);
    return created;
  }

  const goOn = useCallback(() => {
    void reader.read().catch((error: unknown) => setDefect({ error }));
  }, [reader, setDefect]);

  useEffect(() => {
    // What the person called off stays off until they want it on.
    if (!reader.getSnapshot().isCalledOff) goOn();
  }, [reader, goOn]);

  return {
    reading,
    cancel: reader.cancel,
    goOn,
    readAgain: () => setReader(newReader()),
  };
}
