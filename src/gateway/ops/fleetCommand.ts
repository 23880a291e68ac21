import { printable, runCommand, say, sayCount, UsageError, withStore } from './operatorCommand.ts';

const usage = `Lists and erases the inventory of SIMs in the database that DATABASE_URL names, and notes about SIMs.

  npm run fleet -- list                 customers, with their SIMs, changes, scans, and the newest list
  npm run fleet -- erase CUSTOMER_ID    erase all data of a customer, including notes
  npm run fleet -- erase-notes USERNAME erase all notes that a user has written

With FLEET_MEMORY=off, nothing but notes is stored, and the gateways erase everything else within minutes.
`;

await runCommand(usage, async (command, others) => {
  const [whose] = others;
  if (command === 'list' && others.length === 0) await list();
  else if (whose === undefined || others.length > 1) throw new UsageError(usage.trimEnd());
  else if (command === 'erase') await erase(whose);
  else if (command === 'erase-notes') await eraseNotes(whose);
  else throw new UsageError(usage.trimEnd());
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
    const notes = await store.notes.erase('customer_id', customerId);
    if (things + events + scans + notes === 0) {
      throw new UsageError(`There is no inventory for ${printable(customerId)}.`);
    }
    process.stdout.write(
      `Erased for ${printable(customerId)}: ${things} SIMs, ${events} changes, ${scans} scans, ${notes} notes\n`,
    );
    if (config.inventory) {
      process.stderr.write(
        "The next list of this customer's SIMs is stored again. Set FLEET_MEMORY=off to store nothing.\n",
      );
    }
  });
}

async function eraseNotes(username: string): Promise<void> {
  await withStore('The notes are', async (store) => {
    const notes = await store.notes.erase('username', username);
    if (notes === 0) throw new UsageError(`There are no notes by ${printable(username)}.`);
    process.stdout.write(`Notes erased for ${printable(username)}: ${notes}\n`);
  });
}
