import { lazy } from 'react';

/** Lists the last calls. Its code loads when it is opened. */
export const CallsDrawer = lazy(async () => ({
  default: (await import('./CallsDrawer.tsx')).CallsDrawer,
}));
