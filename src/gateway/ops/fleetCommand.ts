import { calledAs, helpRows } from './commandNames.ts';
import { printable, runCommand, say, sayCount, UsageError, withStore } from './operatorCommand.ts';

const usage = `Lists and erases the inventory of SIMs in the database that DATABASE_URL names, alerts and notes about
SIMs, and shared views.

${helpRows([
  [calledAs('fleet', 'list'), 'customers, with their SIMs, changes, scans, and the newest list'],
  [
    calledAs('fleet', 'erase CUSTOMER_ID'),
    "erase a customer's SIMs, alerts, notes and shared views",
  ],
  [calledAs('fleet', 'erase-notes USERNAME'), 'erase all notes that a user has written'],
  [calledAs('fleet', 'erase-views USERNAME'), 'erase all views that a user has shared'],
])}

With FLEET_MEMORY=off, no inventory or alerts are stored, and existing ones are erased within a minute of startup.
`;

await runCommand(usage, async (command, others) => {
  const [whose] = others;
  if (command === 'list' && others.length === 0) await list();
  else if (whose === undefined || others.length > 1) throw new UsageError();
  else if (command === 'erase') await erase(whose);
  else if (command === 'erase-notes') await eraseOf(whose, 'notes');
  else if (command === 'erase-views') await eraseOf(whose, 'shared views');
  else throw new UsageError();
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
    const alerts = await store.alerts.erase(customerId);
    const notes = await store.notes.erase('customer_id', customerId);
    const views = await store.views.erase('customer_id', customerId);
    if (things + events + scans + alerts + notes + views === 0) {
      throw new UsageError(`There is no inventory for ${printable(customerId)}.`);
    }
    process.stdout.write(
      `Erased for ${printable(customerId)}: ${things} SIMs, ${events} changes, ${scans} scans, ${alerts} alerts, ${notes} notes, ${views} shared views\n`,
    );
    if (config.inventory) {
      process.stderr.write(
        "This customer's SIMs will be stored again when they are next listed. Set FLEET_MEMORY=off to store nothing.\n",
      );
    }
  });
}

async function eraseOf(username: string, what: 'notes' | 'shared views'): Promise<void> {
  await withStore(`The ${what} are`, async ({ notes, views, spellings }) => {
    const erased = await (what === 'notes'
      ? notes.erase('username', username)
      : views.erase('author', username));
    const others = await spellings(what === 'notes' ? 'thingNotes' : 'sharedViews', username);
    const names = others.map(printable).join(', ');
    const left = names && `Not erased: those by ${names}, who may be the same user.\n`;
    if (erased === 0) {
      throw new UsageError(`There are no ${what} by ${printable(username)}. ${left}`.trimEnd());
    }
    const words = what === 'notes' ? 'Notes' : 'Shared views';
    process.stdout.write(`${words} erased for ${printable(username)}: ${erased}\n`);
    process.stderr.write(left);
  });
}
