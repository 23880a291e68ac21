import { createContext, use } from 'react';

import type { ThingRecord } from '#api/things.ts';

import type { ColumnsControl } from './columns/useShownColumns.ts';
import type { PatchAddress, ThingsAddress } from './filters/thingsAddress.ts';

/** The list on screen, for dialogs that open over it. */
interface ShownList {
  readonly address: ThingsAddress;
  readonly patch: PatchAddress;
  readonly columns: ColumnsControl;
  readonly things: readonly ThingRecord[];
  /** When the Things were read; undefined until then. */
  readonly readAt: number | undefined;
}

/** Read only by open dialogs, so that no button renders again with each page of rows. */
export const ShownListContext = createContext<ShownList | undefined>(undefined);

export function useShownList(): ShownList {
  const list = use(ShownListContext);
  if (!list) throw new Error('The list’s dialogs must be used within a ShownListContext');
  return list;
}
