import type { Database } from '../db/database.ts';
import { readSharedDevices } from '../inventory/inventoryChecks.ts';
import type { FleetScopes } from '../inventory/inventoryQueries.ts';
import type { FleetLimits } from '../inventory/thingSnapshots.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import { endComparison } from './endComparison.ts';
import { readFindings } from './findings.ts';
import { storeFound } from './foundSims.ts';
import { claimScan, OvertakenError, type ScanClaim } from './scanClaim.ts';

/**
 * Compares a customer's newest complete scan with the previous one, and opens, grows and resolves alerts. May be called
 * at any time and on any gateway: a scan counts once, and if a gateway dies, the next call finishes the work.
 */
export function createCompareScan(
  database: Database,
  scopes: FleetScopes,
  { fleet, alerts }: { readonly fleet: FleetLimits; readonly alerts: AlertConfig },
) {
  async function compare(claim: ScanClaim): Promise<void> {
    const { customerId, scan, now, checks } = claim;
    const reader = database.reader({ customerId, isScanEnd: true });
    const keptSince = now - fleet.fleetMs;
    const scope = await scopes.scopeOf(reader, customerId, { now, keptSince, complete: scan });
    const isShared = checks.some(({ checkName }) => checkName === 'shared-imei');
    const shared = isShared ? await readSharedDevices(reader, scope) : new Map<string, number>();
    for (const check of checks) {
      // oxlint-disable-next-line no-await-in-loop -- one customer reads one thing at a time
      await storeFound(database, reader, { claim, check, scope, shared });
    }
    const findings = await readFindings(reader, claim, { ...alerts, seen: scope.groups });
    await endComparison(database, claim, { findings, alerts });
  }

  return async (customerId: string): Promise<void> => {
    const claim = await claimScan(database, customerId, alerts.checks);
    if (!claim) return;
    try {
      await compare(claim);
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
    }
  };
}
