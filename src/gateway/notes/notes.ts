import { type ExpressionBuilder, type Kysely, sql } from 'kysely';

import { maxNotes, type Note, type NoteUpdate } from '#contract/notes.ts';

import type { Database } from '../db/database.ts';
import { removeAll, removeSome } from '../db/removeSome.ts';
import { padded } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';

/** Per author: otherwise one user could fill the database, because notes need not be about SIMs that exist. */
export const maxOwnNotes = 20_000;

/** How long a note is kept after its last change; 0 if no notes are kept. */
export interface NotesLimits {
  readonly notesMs: number;
}

/** The note that a user wants to change. */
interface NoteKey {
  readonly customerId: string;
  readonly id: string;
  readonly username: string;
}

/** The outcome of a write: the note, or why nothing was written. */
export type NoteResult =
  | { readonly kind: 'done'; readonly note: Note | undefined }
  /** Another user wrote the note. */
  | { readonly kind: 'not own' }
  /** It was changed or removed after the revision on which the write is based. */
  | { readonly kind: 'outdated' }
  /** The SIM, or the author, has the maximum number of notes. */
  | { readonly kind: 'full' };

interface NotesAsked {
  readonly customerId: string;
  readonly iccids: readonly string[];
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
}

const columns = ['id', 'iccid', 'username', 'text', 'createdAt', 'changedAt', 'revision'] as const;

/** The notes that users write about SIMs. A note can be changed or removed only by its author. */
export function createNotes(database: Database, { notesMs }: NotesLimits) {
  const { run, now } = database;
  /** Queries filter by this time because a lowered limit takes effect before the rows are removed. */
  const keptSince = () => sql<number>`${now()} - ${notesMs}`;
  const isKept = (eb: ExpressionBuilder<Tables, 'thingNotes'>) => eb('changedAt', '>', keptSince());

  const find = ({ customerId, id }: Pick<NoteKey, 'customerId' | 'id'>) =>
    run((db) =>
      db
        .selectFrom('thingNotes')
        .select(columns)
        .where('customerId', '=', customerId)
        .where('id', '=', id)
        .where(isKept)
        .executeTakeFirst(),
    );

  const ofSims = (db: Kysely<Tables>, { customerId, iccids }: Omit<NotesAsked, 'signal'>) =>
    db
      .selectFrom('thingNotes')
      .where('customerId', '=', customerId)
      .where('iccid', 'in', padded(iccids))
      .where(isKept);

  /** Writes the first revision of a note, unless the note already exists. */
  async function insert({ customerId, id, username }: NoteKey, { iccid, text }: NoteUpdate) {
    await run((db) =>
      sql`insert into thing_notes
          (customer_id, id, iccid, username, text, created_at, changed_at, revision)
        select ${customerId}, ${id}, ${iccid}, ${username}, ${text}, ${now()}, ${now()}, 1
        where (select count(*) from thing_notes where customer_id = ${customerId}
          and iccid = ${iccid} and changed_at > ${keptSince()}) < ${maxNotes}
          and (select count(*) from thing_notes where username = ${username}
            and changed_at > ${keptSince()}) < ${maxOwnNotes}
        on conflict (customer_id, id) do nothing`.execute(db),
    );
  }

  async function update({ customerId, id, username }: NoteKey, change: NoteUpdate) {
    const { iccid, text, revision } = change;
    await run((db) =>
      db
        .updateTable('thingNotes')
        .set({ text, changedAt: now(), revision: revision + 1 })
        .where('customerId', '=', customerId)
        .where('id', '=', id)
        .where('iccid', '=', iccid)
        .where('username', '=', username)
        .where('revision', '=', revision)
        .where('text', '<>', text)
        .where(isKept)
        .execute(),
    );
  }

  return {
    /** Notes about these SIMs, oldest first. */
    list({ customerId, iccids, signal }: NotesAsked): Promise<readonly Note[]> {
      return database
        .reader({ customerId, signal })
        .run((db) =>
          ofSims(db, { customerId, iccids })
            .select(columns)
            .orderBy('iccid')
            .orderBy('createdAt')
            .orderBy('id')
            .execute(),
        );
    },

    /** How many notes each of these SIMs has; those without notes are left out. */
    counts({ customerId, iccids, signal }: NotesAsked) {
      return database.reader({ customerId, signal }).run((db) =>
        ofSims(db, { customerId, iccids })
          .select(({ fn }) => ['iccid', fn.countAll<number>().as('notes')])
          .groupBy('iccid')
          .orderBy('iccid')
          .execute(),
      );
    },

    /** Writes a new note or changes one. A repeated write with the same text changes nothing and succeeds. */
    async save(key: NoteKey, change: NoteUpdate): Promise<NoteResult> {
      await (change.revision === 0 ? insert(key, change) : update(key, change));
      const note = await find(key);
      if (!note) return { kind: change.revision === 0 ? 'full' : 'outdated' };
      if (note.username !== key.username) return { kind: 'not own' };
      const isWritten = note.text === change.text && note.iccid === change.iccid;
      return isWritten ? { kind: 'done', note } : { kind: 'outdated' };
    },

    /** Removes a note. Removing a note that no longer exists succeeds. */
    async remove(key: NoteKey, revision: number): Promise<NoteResult> {
      const { customerId, id, username } = key;
      const note = await find(key);
      await run((db) =>
        db
          .deleteFrom('thingNotes')
          .where('customerId', '=', customerId)
          .where('id', '=', id)
          .where('username', '=', username)
          .where('revision', '=', revision)
          .execute(),
      );
      const left = await find(key);
      if (!left) return { kind: 'done', note };
      return { kind: left.username === username ? 'outdated' : 'not own' };
    },

    /** Erases all notes by a user, or about a customer's SIMs. @returns how many there were */
    erase: (column: 'username' | 'customer_id', value: string): Promise<number> =>
      removeAll(database, { table: 'thingNotes', where: sql`${sql.ref(column)} = ${value}` }),

    /** Removes some expired notes. @returns how many were removed */
    removeOld: () =>
      removeSome(database, {
        table: 'thingNotes',
        where: sql`changed_at <= ${keptSince()}`,
        age: 'changed_at',
      }),
  };
}
