import { useEffect, useRef } from 'react';

import type { Reading } from '#identifiers/interpretations.ts';

import { kinds, reason } from './interpretationKinds.ts';

import styles from './FindSim.module.css';

interface FindOptionListProps {
  /** Id of the combobox, from which the ids of list and options are derived. */
  id: string;
  /** Empty while the popup is closed. */
  options: readonly Reading[];
  notes: readonly string[];
  active: number;
  onChoose: (reading: Reading) => void;
}

/** The popup of the combobox: notes on the text, and a listbox of its interpretations with the reason for each. */
export function FindOptionList({ id, options, notes, active, onChoose }: FindOptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isOpen = options.length > 0;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div className={isOpen ? styles.popup : styles.closed}>
      <div role="status" className={styles.notes}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {isOpen && notes.length === 0 && <p>{summary(options.length)}</p>}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="What it can be"
        className={styles.list}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((reading, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <div
            key={`${reading.kind} ${reading.value}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onChoose(reading)}
          >
            <span className={styles.kind}>{kinds[reading.kind].label}</span>
            <span className={styles.value}>{reading.value}</span>
            <span className={styles.reason}>{reason(reading)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function summary(count: number): string {
  return count === 1
    ? 'One match: Enter looks for it.'
    : `${count} interpretations: Enter looks for the first.`;
}
