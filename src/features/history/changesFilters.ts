import { changesParameters, maxSearchText, type ChangesQuery } from '#api/history.ts';
import { days } from '#lib/filterAddress.ts';
import type { RecordFilters } from '#ui/RecordFilters.tsx';

import { outcomeLabels } from './describeSave.ts';

const { groupId, group, who, outcome, before } = changesParameters;

/** The filters for the changes, in the form's order. Links to the history of a single group name its id. */
export const changesFilters = {
  groupId,
  group: { ...group, label: 'Thing Group', placeholder: 'Name or ID', maxLength: maxSearchText },
  who: { ...who, label: 'Who', placeholder: 'Username', maxLength: maxSearchText },
  outcome: { ...outcome, label: 'Outcome', words: outcomeLabels },
} satisfies RecordFilters<ChangesQuery>;

/** The page's state, which lives in its URL. */
export const changesAddress = { ...days, ...changesFilters, before };
