import { changesParameters, maxSearchText, type ChangesQuery } from '#api/history.ts';
import { days } from '#lib/filterAddress.ts';
import type { RecordFilters } from '#ui/RecordFilters.tsx';

import { outcomeLabels } from './describeSave.ts';

const { group, who, outcome, before } = changesParameters;

/** The filters of the changes, in the order of their form. The history of one group alone is asked for by its id. */
export const changesFilters = {
  group: { ...group, label: 'Thing Group', placeholder: 'Name or ID', maxLength: maxSearchText },
  who: { ...who, label: 'Who', placeholder: 'Username', maxLength: maxSearchText },
  outcome: { ...outcome, label: 'Outcome', words: outcomeLabels },
} satisfies RecordFilters<Omit<ChangesQuery, 'groupId'>>;

/** The state of the page, which is its address. */
export const changesAddress = { ...days, ...changesFilters, before };
