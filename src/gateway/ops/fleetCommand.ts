import { printable, runCommand, say, sayCount, UsageError, withStore } from './operatorCommand.ts';

const usage = `Lists and erases the inventory of SIMs in the database that DATABASE_URL names.

  npm run fleet -- list              customers, with their SIMs, changes, scans, and the newest list
  npm run fleet -- erase CUSTOMER_ID erase all data of a customer

With FLEET_MEMORY=off, nothing is stored and the gateways erase everything within minutes.
`;

await runCommand(usage, async (command, others) => {
  const [customerId] = others;
  if (command === 'list' && others.length === 0) await list();
  else if (command === 'erase' && customerId !== undefined && others.length === 1) {
    await erase(customerId);
  } else throw new UsageError(usage.trimEnd());
});

async function list(): Promise<void> {
  await withStore('The SIMs are', async (store) => {
    const contents = await store.fleetRecords.contents();
    if (contents.length > 0) say(['CUSTOMER ID', 'SIMS', 'CHANGES', 'SCANS', 'LAST SEEN']);
    for (const { customerId, things, events, scans, newestAt } of contents) {
      const newest = newestAt === null ? '-' : new Date(newestAt).toISOString();
      say([customerId, String(things), String(events), String(scans), newest]);
    }
    sayCount(contents.length, 'customer');
  });
}

async function erase(customerId: string): Promise<void> {
  await withStore('The SIMs are', async (store, config) => {
    const { things, events, scans } = await store.fleetRecords.erase(customerId);
    if (things + events + scans === 0) {
      throw new UsageError(`There is no inventory for ${printable(customerId)}.`);
    }
    process.stdout.write(
      `Erased for ${printable(customerId)}: ${things} SIMs, ${events} changes, ${scans} scans\n`,
    );
    if (config.inventory) {
      process.stderr.write(
        "The next list of this customer's SIMs is stored again. Set FLEET_MEMORY=off to store nothing.\n",
      );
    }
  });
}
