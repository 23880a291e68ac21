/**
 * What the frame around every page shows of the Things. Not in `routes.tsx`, which loads with the sign-in page and
 * would bring all of this along.
 */
export { WorkSetLink, WorkSetProvider } from './workSet/useWorkSet.tsx';
