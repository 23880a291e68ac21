import { lazy } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { OnDemand } from '#ui/OnDemand.tsx';

import { useMapShown } from './useMapShown.ts';

const ThingsMap = lazy(async () => ({ default: (await import('./ThingsMap.tsx')).ThingsMap }));

/** The map of the page's SIMs, where it is wanted. Its shapes load with it. */
export function PageMap({ things }: { things: readonly ThingRecord[] }) {
  const [isShown] = useMapShown();
  return (
    isShown && (
      <OnDemand>
        <ThingsMap things={things} />
      </OnDemand>
    )
  );
}
