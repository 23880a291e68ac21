import { useUserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

import { filterWords, type ThingsFilter } from './thingsFilter.ts';

/** Links to the page with conditions that the service's own filters lack. */
export function AskFleet({ filter }: { filter: ThingsFilter }) {
  const { api } = useUserServices();
  if (!api.records) {
    return (
      <p>
        Filtering by “is not” or “any of” needs an inventory of SIMs. Only a gateway can keep one,
        and this installation has none.
      </p>
    );
  }
  const conditions = conditionsLike(filter);
  const where = conditions.map((condition) => ['where', condition]);
  const lost = filterWords(filter)
    .map(({ label }) => label)
    // A condition begins with its filter's label in lower case.
    .filter((label) => !conditions.some((one) => one.startsWith(`${label.toLowerCase()}.`)));
  return (
    <p>
      To use “is not” or “any of”, search the inventory:{' '}
      <Link to={paths.fleet('sims', String(new URLSearchParams(where)))}>Ask the fleet</Link>
      {lost.length > 0 && ` without ${new Intl.ListFormat('en-GB').format(lost)}`}
    </p>
  );
}

/**
 * The filters that the inventory has a condition for, as in src/contract/simConditions.ts. Importing that file here
 * would make the first download of the list larger.
 */
function conditionsLike({ filters, state }: ThingsFilter): readonly string[] {
  const { IMEI: imei = '', ActiveMobileSubscriber: imsi = '' } = filters;
  return [
    ...(state === undefined ? [] : [`state.is.${state}`]),
    ...digits('imei', imei, /^(?!0+$)\d{14,16}$/),
    ...digits('imsi', imsi, /^\d{14,15}$/),
  ];
}

function digits(field: string, value: string, whole: RegExp): readonly string[] {
  if (whole.test(value)) return [`${field}.is.${value}`];
  return /^\d{1,13}$/.test(value) ? [`${field}.begins-with.${value}`] : [];
}
