import { useEffect, useState } from 'react';

import { nameLookup, type NameOf } from './nameLookup.ts';
import { useUserServices } from './userServices.tsx';

const nothing: NameOf = () => undefined;

/**
 * The names of these codes, looked up after they are on screen. The function changes when names arrive.
 *
 * @returns undefined with static hosting
 */
export function useNames(codes: readonly (string | undefined)[]): NameOf | undefined {
  const { records } = useUserServices().api;
  const [nameOf, setNameOf] = useState(() => nothing);
  const wanted = [...new Set(codes)].join();
  useEffect(() => {
    if (!records) return undefined;
    const lookup = nameLookup(records);
    let isOver = false;
    async function look() {
      await lookup.learn(wanted.split(','));
      if (!isOver) setNameOf(lookup.nameOf);
    }
    void look();
    return () => {
      isOver = true;
    };
  }, [records, wanted]);
  return records && nameOf;
}
