import { useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';

import { sections, type ThingField } from '../record/thingFields.ts';
import { columnFields } from './columnFields.ts';
import { toggled } from './columnLayout.ts';
import { columnsMessages } from './columnsMessages.ts';
import type { ColumnsControl } from './useShownColumns.ts';

import styles from './ColumnsDialog.module.css';

interface OtherColumnsProps {
  columns: ColumnsControl;
  onSaid: (text: string) => void;
}

/** The fields that are no column yet, by what they are about. */
export function OtherColumns({ columns, onSaid }: OtherColumnsProps) {
  const [text, setText] = useState('');
  const { choices, choose, isOffered } = columns;
  const shown = new Set(choices.map(({ id }) => id));
  const offered = columnFields.filter((field) => !shown.has(field.id) && isOffered(field));
  const found = offered.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

  function add({ id, label }: ThingField) {
    choose(toggled(choices, id));
    onSaid(columnsMessages.added(label));
  }

  return (
    <section aria-labelledby="columns-others" className={styles.others}>
      <h3 id="columns-others" className={styles.heading}>
        {columnsMessages.others}
      </h3>
      <TextField
        label={columnsMessages.find}
        hint={columnsMessages.notCarried}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 && <p>{columnsMessages.none}</p>}
      {sectionsOf(found).map(({ id, label, fields }) => (
        <div key={id} role="group" aria-label={label}>
          <p className={styles.section}>{label}</p>
          <div className={styles.adds}>
            {fields.map((field) => (
              <Button
                key={field.id}
                small
                aria-label={columnsMessages.add(field.label)}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget);
                  add(field);
                }}
              >
                + {field.label}
              </Button>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** The button goes with its press: the focus to the next one, else the one before, else the field. */
function focusNeighbour(button: HTMLButtonElement): void {
  const section = button.closest('section');
  const all = Array.from(section?.querySelectorAll('button') ?? []);
  const place = all.indexOf(button);
  const neighbour = all[place + 1] ?? all[place - 1] ?? section?.querySelector('input');
  neighbour?.focus();
}

function sectionsOf(fields: readonly ThingField[]) {
  return sections
    .map(({ id, label }) => ({ id, label, fields: fields.filter(({ section }) => section === id) }))
    .filter((section) => section.fields.length > 0);
}
