import { lazy, memo, Suspense, useCallback } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import styles from './PageMap.module.css';

const ThingsMap = lazy(async () => ({ default: (await import('./ThingsMap.tsx')).ThingsMap }));

/** The map of the SIMs on this page, if the URL requests it. Its code and shapes load on demand. */
export function PageMap({ things }: { things: readonly ThingRecord[] }) {
  const { isShown } = useMapShown();
  return (
    isShown && (
      <OnDemand>
        <Suspense fallback={<div className={styles.place} />}>
          <ThingsMap things={things} />
        </Suspense>
      </OnDemand>
    )
  );
}

/** Shows or hides the map above the table. */
export function MapButton() {
  return <MapToggle {...useMapShown()} />;
}

const MapToggle = memo(function MapToggle({ isShown, toggle }: ReturnType<typeof useMapShown>) {
  return (
    <Button small aria-pressed={isShown} onClick={toggle}>
      Map
    </Button>
  );
});

const parameter = 'map';

/** Whether the map is shown. This is part of the URL, so that a shared link shows it too. */
function useMapShown() {
  const { search, patchSearch } = useSearchPatch();
  return {
    isShown: search.get(parameter) === '1',
    toggle: useCallback(
      () =>
        patchSearch((current) => {
          if (current.get(parameter) === '1') current.delete(parameter);
          else current.set(parameter, '1');
          return current;
        }),
      [patchSearch],
    ),
  };
}
