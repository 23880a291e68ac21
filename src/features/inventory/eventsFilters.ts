import { thingEventsParameters, type ThingEventsQuery } from '#api/inventory.ts';
import { eventLabels } from '#api/inventoryWords.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { days } from '#lib/filterAddress.ts';
import type { RecordFilters } from '#ui/RecordFilters.tsx';

/** The filters of what changed, in the order of their form. */
export const eventsFilters = {
  kind: { ...thingEventsParameters.kind, label: 'What', words: eventLabels },
  iccid: {
    ...thingEventsParameters.iccid,
    label: 'ICCID',
    mono: true,
    maxLength: 64,
    // A pasted ICCID may have spaces or dashes; the inventory compares it as a whole.
    clean: (typed) => cleanIccid(typed) ?? typed.trim(),
  },
} satisfies RecordFilters<ThingEventsQuery>;

/** The state of the page, which is its address. */
export const eventsAddress = {
  ...days,
  ...eventsFilters,
  before: thingEventsParameters.before,
};
