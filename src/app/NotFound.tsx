import { Link } from 'react-router';

import { paths } from '#paths.ts';
import { Page } from '#ui/Page.tsx';

export function NotFound() {
  return (
    <Page heading="No such page">
      <p>
        Nothing lives at this address. <Link to={paths.home()}>Go to the Things</Link>
      </p>
    </Page>
  );
}
