import { useRouteError } from 'react-router';

import { PageError } from './PageError.tsx';

export function RouteError() {
  return <PageError error={useRouteError()} />;
}
