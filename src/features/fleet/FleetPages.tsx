import { useMemo } from 'react';
import { useParams } from 'react-router';

import { fleetApi } from '#api/fleet.ts';
import { useUserServices } from '#api/userServices.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';

import { FleetPage } from './FleetPage.tsx';

/** The page "Fleet", and the lists behind its figures. */
export function FleetPages() {
  const { list } = useParams();
  const { api } = useUserServices();
  const fleet = useMemo(() => fleetApi(api), [api]);
  if (fleet && list === undefined) return <FleetPage fleet={fleet} />;
  return (
    <Page heading="Fleet">
      <Notice>
        What lists have shown of SIMs is remembered by the gateway, and this installation has none:
        the console is served by a plain web server. So there is nothing to show here.
      </Notice>
    </Page>
  );
}
