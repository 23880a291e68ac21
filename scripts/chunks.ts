import { fileURLToPath } from 'node:url';

import type { Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** The entry points: each runs as soon as it is loaded, so neither may contain the other. */
const starts = ['main.tsx', 'app/signInDocument/hydrateSignIn.tsx'];
/** The modules of a signed-in user's first page. */
const firstPage = ['app/Shell.tsx', 'api/userServices.tsx', 'features/things/list/ThingsPage.tsx'];
/**
 * Paged reads, or several queries at once. The library's index exports them, but only pages that load later use them.
 */
const laterQueries =
  /[\\/](?:infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries)\.js$/;
/** Too small for their own files, and needed by code that must not load the group pages. */
const smallParts = [
  'ui/focusNow.ts',
  'ui/pressedOnce.ts',
  'ui/unsavedChanges.ts',
  'ui/useLeaveGuard.ts',
  'ui/CodeName.module.css',
  'ui/Details.module.css',
  'ui/ScanProgress.module.css',
  'ui/records/records.module.css',
];
const groupPages = [
  'features/groups/list/GroupsPage.tsx',
  'features/groups/edit/GroupEditorPage.tsx',
];

/**
 * The modules that share a file. Every file costs a request, and V8 caches no compiled code for files below 1 kB, so
 * shared modules are grouped into a few files by when they are needed. A lazily loaded module keeps its own file.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    // Changes least often, so it stays cached across versions of the console.
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 5 },
    { name: importedBy(starts, 'start'), priority: 4 },
    { name: importedBy(firstPage, 'pages', smallParts), minShareCount: 2, priority: 3 },
    // Small parts, needed by dialogs that must not load the group pages, but not by the first rows.
    {
      name: 'details',
      test: /[\\/]src[\\/](?:ui[\\/](?:Details|CodeName)|lib[\\/](?:blobParts|counted|csv|csvFile|relativeTime|withName)|identifiers[\\/]lastDevice|api[\\/](?:callsLeft|knownGroupName|useBug|workSet[\\/]addedWords)|features[\\/]things[\\/](?:codeIn|deviceOf|fieldSections))\./,
      priority: 3,
    },
    // Modules for every call about the gateway's records, including those of a single SIM or group.
    {
      name: 'recordCalls',
      test: /[\\/]src[\\/](?:api[\\/](?:nameLookup|recordQueries|records|useNames|useWrite)|contract[\\/](?:names|parameters)|lib[\\/](?:dayStart|span)|ui[\\/](?:WriteWait|records[\\/](?:RecordHistory|Time)))\./,
      priority: 3,
    },
    // Modules that fleet, SIM and group pages use to read the gateway's inventory.
    {
      name: 'inventory',
      test: /[\\/]src[\\/](?:api[\\/]inventory(?:Words)?|contract[\\/](?:inventory(?:Things)?|lockImpact|simConditions))\./,
      priority: 3,
    },
    // Modules for notes about SIMs: for the marks in lists, which load after the first rows, and for a SIM's page.
    {
      name: 'notes',
      test: /[\\/]src[\\/](?:api[\\/]note(?:s|Keys)|contract[\\/]notes|features[\\/]things[\\/]notes[\\/](?:NoteMarks|noteTexts|Notes\.module))\./,
      priority: 3,
    },
    // Modules for reading many pages of a list; each page with a scan needs nearly all of them.
    {
      name: 'scans',
      test: /[\\/]src[\\/](?:api[\\/](?:scan[\\/](?!lookups)|jobs[\\/])|api[\\/]tokens[\\/]pause\.|lib[\\/]saveFile\.|ui[\\/](?:JobPanel|SavedLink|ScanProgress|LeaveNotice)\.)/,
      priority: 3,
    },
    // Tables for pages and dialogs, with the group dialogs' styles, which are too small for their own file.
    {
      name: 'tables',
      test: /[\\/]src[\\/](?:ui[\\/]table[\\/]|features[\\/]groups[\\/]edit[\\/]GroupDialogs\.module)/,
      priority: 3,
    },
    { name: importedBy(groupPages, 'groups'), minShareCount: 2, priority: 2 },
    // Modules shared by pages that show the gateway's records.
    {
      name: 'records',
      test: /[\\/]src[\\/](?:api[\\/](?:recordPages|useRecordList)|lib[\\/]filterAddress|ui[\\/](?:records[\\/]\w+|RecordFilters|useFilterAddress))\./,
      priority: 1,
    },
    // Modules shared by pages of one SIM and of several SIMs.
    {
      name: 'sims',
      test: /[\\/]features[\\/]things[\\/](?:detail[\\/](?:knownGroup|ticketText|whyNoService)|export[\\/]export(?:Columns|Facts)|map[\\/]position)\./,
      priority: 1,
    },
  ];
}

/** Files that every page has loaded before it loads a part; otherwise each part would list them again. */
const loadedFirst = /^assets\/(?:rolldown-runtime|react|start)-/;

/** The dependencies of a part, without those that are already loaded. */
export function notYetLoaded(_part: string, dependencies: readonly string[]): string[] {
  return dependencies.filter((file) => !loadedFirst.test(file));
}

/** Names a chunk for the direct and indirect static imports of these files. */
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
