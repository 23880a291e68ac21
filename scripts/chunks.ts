import { fileURLToPath } from 'node:url';

import type { Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** The ways in: each runs as soon as it is loaded, so neither is part of what the other loads. */
const starts = ['main.tsx', 'app/signInDocument/hydrateSignIn.tsx'];
/** What the first page of somebody who is signed in consists of. */
const firstPage = ['app/Shell.tsx', 'api/userServices.tsx', 'features/things/list/ThingsPage.tsx'];
/**
 * Read page after page, or several queries at once: the library's index names them, and only pages that load later
 * use them.
 */
const laterQueries =
  /[\\/](?:infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries)\.js$/;
/** Too small for files of their own, and needed by what must not load the pages of groups. */
const smallParts = ['ui/unsavedChanges.ts', 'ui/useLeaveGuard.ts'];
const groupPages = [
  'features/groups/list/GroupsPage.tsx',
  'features/groups/edit/GroupEditorPage.tsx',
];

/**
 * How modules are put into files. Every file costs a request, and V8 keeps no compiled code of those below
 * 1 kB, so what pages share is in few files, each with what is needed at one time. A module that loads when
 * it is needed keeps a file of its own.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    // Changes least, so that it stays cached when there is a new version of the console.
    {
      name: 'react',
      test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
      priority: 5,
    },
    { name: importedBy(starts, 'start'), priority: 4 },
    { name: importedBy(firstPage, 'pages', smallParts), minShareCount: 2, priority: 3 },
    // Small parts, needed by dialogs that must not load the pages of groups, and not by the first rows.
    {
      name: 'details',
      test: /[\\/]src[\\/](?:ui[\\/](?:AllFields|Details)|lib[\\/](?:blobParts|csv|relativeTime)|identifiers[\\/]lastDevice|api[\\/](?:callsLeft|knownGroupName|workSet[\\/]addedWords)|features[\\/]things[\\/]fieldSections)\./,
      priority: 3,
    },
    // What every read of the gateway's records needs, of one SIM and one group too.
    {
      name: 'recordCalls',
      test: /[\\/]src[\\/](?:api[\\/](?:records|useReadNotice)|contract[\\/]parameters|lib[\\/](?:dayStart|span)|ui[\\/]records[\\/](?:ShowOlder|records\.module))\./,
      priority: 3,
    },
    // What the fleet, one SIM and one group read of the gateway's inventory.
    {
      name: 'inventory',
      test: /[\\/]src[\\/](?:api[\\/]inventory(?:Words)?|contract[\\/]inventory(?:Things)?)\./,
      priority: 3,
    },
    // What reads many pages of a list, of which each page that does needs nearly all.
    {
      name: 'scans',
      test: /[\\/]src[\\/](?:api[\\/](?:scan|jobs)[\\/]|api[\\/]tokens[\\/]pause\.|lib[\\/](?:jobState|saveFile)\.|ui[\\/](?:JobPanel|ScanProgress|LeaveNotice)\.)/,
      priority: 3,
    },
    { name: importedBy(groupPages, 'groups'), minShareCount: 2, priority: 2 },
    // What pages of the gateway's records share.
    {
      name: 'records',
      test: /[\\/]src[\\/](?:api[\\/](?:recordPages|usePagedExport)|lib[\\/]filterAddress|ui[\\/](?:records[\\/]\w+|RecordFilters|useFilterAddress))\./,
      priority: 1,
    },
    // What pages of one SIM and of several share.
    {
      name: 'sims',
      test: /[\\/]features[\\/]things[\\/](?:detail[\\/](?:knownGroup|ticketText|whyNoService)|export[\\/]export(?:Columns|Facts)|map[\\/]position)\./,
      priority: 1,
    },
  ];
}

/** Files that every page has before it loads a part, and that each part would name again. */
const loadedFirst = /^assets\/(?:rolldown-runtime|react|start)-/;

/** What a part needs that may not be loaded yet. */
export function notYetLoaded(_part: string, dependencies: readonly string[]): string[] {
  return dependencies.filter((file) => !loadedFirst.test(file));
}

/** Names a chunk for what these files import, directly or not; what they load later is not part of it. */
function importedBy(
  files: readonly string[],
  name: string,
  others: readonly string[] = [],
): Rolldown.CodeSplittingGroup['name'] {
  const roots = files.map((file) => `${src}${file}`);
  let members: Set<string> | undefined;
  return (id, context) => {
    if (!members) {
      members = new Set(others.map((file) => `${src}${file}`));
      const open = [...roots];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (members.has(next)) continue;
        members.add(next);
        open.push(...(context.getModuleInfo(next)?.importedIds ?? []));
      }
    }
    const isOwnFile = (context.getModuleInfo(id)?.dynamicImporters ?? []).length > 0;
    return members.has(id) && !roots.includes(id) && !isOwnFile && !laterQueries.test(id)
      ? name
      : null;
  };
}
