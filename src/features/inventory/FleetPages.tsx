import { useParams } from 'react-router';

import { fleetApi } from '#api/inventory.ts';
import { useUserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Page } from '#ui/Page.tsx';
import { GatewayOnly } from '#ui/records/GatewayOnly.tsx';

import { EventsPage } from './EventsPage.tsx';
import { FleetPage } from './FleetPage.tsx';
import { readCheck } from './simsFilters.ts';
import { SimsPage } from './SimsPage.tsx';

/** The Fleet page, and the lists behind its figures. */
export function FleetPages() {
  const { list } = useParams();
  const fleet = fleetApi(useUserServices().api);
  if (!fleet) return <GatewayOnly heading="Fleet" what="keep an inventory of SIMs" />;
  if (list === undefined) return <FleetPage fleet={fleet} />;
  if (list === 'changes') return <EventsPage fleet={fleet} />;
  const check = readCheck(list);
  if (check === undefined && list !== 'sims') {
    return (
      <Page heading="No such check" back={<Link to={paths.fleet()}>← Back to Fleet</Link>}>
        <p>{`The console has no check named ${list}.`}</p>
      </Page>
    );
  }
  // Each check has its own list, and lists share no state.
  return <SimsPage key={list} fleet={fleet} check={check} />;
}
