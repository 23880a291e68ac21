import {
  noteCountsParameters,
  noteCountsPath,
  isNotableIccid,
  maxNoteLength,
  maxNotes,
  notesParameters,
  notesPath,
  noteUpdate,
  type NoteCounts,
  type NoteList,
} from '#contract/notes.ts';
import { storedNoteText } from '#contract/noteText.ts';
import { wholeNumber } from '#contract/parameters.ts';

import type { Dependencies } from '../dependencies.ts';
import { badRequest, GatewayError } from '../http/gatewayError.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import { readUpdate, recordRoute, type RecordRoute } from '../http/records.ts';
import { audited, digestOf } from '../ops/audit.ts';
import { maxOwnNotes, type NoteResult } from './notes.ts';

const day = 24 * 60 * 60_000;
const noteId = /^[\w-]{16,64}$/;
const revisions = wholeNumber(1, 999_999_999);

/** The endpoints for notes about SIMs, as described in src/contract/session.ts. */
export function createNotesRoutes(dependencies: Dependencies): readonly RecordRoute[] {
  const { config, clock, store } = dependencies;
  const keptDays = Math.round(config.notesMs / day);
  const limitWrites = createPersonLimit(clock, 60, 'changed too many notes');

  /** A write by the session's user, with its line in the audit log. The text itself is never logged. */
  function write(
    method: 'PUT' | 'DELETE',
    { action, done }: { readonly action: string; readonly done: string },
    run: (asked: {
      readonly context: Parameters<RecordRoute['answer']>[0];
      readonly key: { readonly customerId: string; readonly id: string; readonly username: string };
      /** Of the audit line; gets the SIM, once it is known. */
      readonly facts: { sim: string | undefined };
    }) => Promise<NoteResult>,
  ): RecordRoute {
    return {
      method,
      path: `${notesPath}/:id`,
      answer(context, customerId) {
        const id = context.req.param('id') ?? '';
        const facts = { noteId: noteId.test(id) ? id : undefined, sim: undefined };
        return audited(dependencies, context, { action, done, facts }, async (username) => {
          if (keptDays === 0) throw notKept();
          limitWrites(JSON.stringify([customerId, username]));
          if (!facts.noteId) throw badRequest('The id must have 16 to 64 letters and digits.');
          const note = written(await run({ context, key: { customerId, id, username }, facts }));
          return note ? context.json(note) : context.body(null, 204);
        });
      },
    };
  }

  return [
    recordRoute(
      dependencies,
      { path: notesPath, parameters: notesParameters },
      async ({ customerId, query: { iccids = [] }, signal }) => {
        const notes = await store.notes.list({ customerId, iccids, signal });
        return { notes: [...notes], keptDays } satisfies NoteList;
      },
    ),
    recordRoute(
      dependencies,
      { path: noteCountsPath, parameters: noteCountsParameters },
      async ({ customerId, query: { iccids = [] }, signal }) => {
        const counts = await store.notes.counts({ customerId, iccids, signal });
        return { counts: [...counts], keptDays } satisfies NoteCounts;
      },
    ),
    write('PUT', { action: 'save note', done: 'saved' }, async ({ context, key, facts }) => {
      const body = noteUpdate.safeParse(await readUpdate(dependencies, context)).data;
      if (!body || !isNotableIccid(body.iccid)) {
        throw badRequest('The body needs "iccid", "text" and "revision" (0 for a new note).');
      }
      facts.sim = digestOf(body.iccid);
      const text = storedNoteText(body.text);
      if (text === undefined) {
        throw badRequest(`A note needs 1 to ${maxNoteLength} characters.`);
      }
      return store.notes.save(key, { ...body, text });
    }),
    write('DELETE', { action: 'remove note', done: 'removed' }, async ({ context, key, facts }) => {
      const revision = revisions.parse(context.req.query('revision') ?? '');
      if (revision === undefined) throw badRequest(`"revision" must be ${revisions.expected}.`);
      const result = await store.notes.remove(key, revision);
      if (result.kind !== 'done') return result;
      if (result.note) facts.sim = digestOf(result.note.iccid);
      return { kind: 'done', note: undefined };
    }),
  ];
}

/**
 * The note that was written; undefined if it was removed.
 *
 * @throws {GatewayError} if nothing was written
 */
function written(result: NoteResult) {
  switch (result.kind) {
    case 'done':
      return result.note;
    case 'not own':
      throw new GatewayError('not_remembered', {
        status: 403,
        message: 'Another user wrote this note. Only its author can change or delete it.',
      });
    case 'outdated':
      throw badRequest('This note was changed or deleted in the meantime.', 409);
    case 'full':
      throw badRequest(
        `A SIM can have ${maxNotes} notes, and a user can write ${maxOwnNotes}. Delete one first.`,
        422,
      );
  }
}

function notKept(): GatewayError {
  return new GatewayError('not_remembered', {
    message: 'This console keeps no notes (NOTES_DAYS=0).',
  });
}
