/**
 * The pages with the gateway's inventory, in one file: they share most of their code, and the name of each file that a
 * route loads is sent before the first rows.
 */
export { AlertsPage } from './alerts/AlertsPage.tsx';
export { FleetPages, loadFleet } from './FleetPages.tsx';
