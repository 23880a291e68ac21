import { alertsParameters, type AlertsQuery } from '#api/alerts.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import type { RecordFilters } from '#ui/RecordFilters.tsx';

import { stateLabels } from './alertWords.ts';

/** The filters for the alerts, in the form's order. */
export const alertsFilters = {
  check: { ...alertsParameters.check, label: 'Check', words: checkLabels },
  state: { ...alertsParameters.state, label: 'State', words: stateLabels },
} satisfies RecordFilters<AlertsQuery>;

/** The page's state, which lives in its URL. */
export const alertsAddress = { ...alertsFilters, before: alertsParameters.before };
