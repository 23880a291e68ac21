import { thingEventsParameters, type ThingEventsQuery } from '#api/inventory.ts';
import { eventLabels } from '#api/inventoryWords.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { days } from '#lib/filterAddress.ts';
import type { RecordFilters } from '#ui/RecordFilters.tsx';

/** The filters for the SIM changes, in the form's order. */
export const eventsFilters = {
  kind: { ...thingEventsParameters.kind, label: 'What', words: eventLabels },
  iccid: {
    ...thingEventsParameters.iccid,
    label: 'ICCID',
    mono: true,
    maxLength: 64,
    // A pasted ICCID may contain spaces or dashes, but the inventory matches whole ICCIDs only.
    clean: (typed) => cleanIccid(typed) ?? typed.trim(),
  },
} satisfies RecordFilters<ThingEventsQuery>;

/** The page's state, which lives in its URL. */
export const eventsAddress = { ...days, ...eventsFilters, before: thingEventsParameters.before };
