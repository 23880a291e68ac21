import { useEffect, useRef } from 'react';

import type { Reading } from '#identifiers/readings.ts';

import { findMessages, reason } from './findMessages.ts';

import styles from './FindSim.module.css';

interface FindOptionListProps {
  /** Of the combobox; the list and its options derive theirs. */
  id: string;
  /** None while the popup is closed. */
  options: readonly Reading[];
  notes: readonly string[];
  active: number;
  onChoose: (reading: Reading) => void;
}

/** The popup of the combobox: what to know, and a listbox of readings with what speaks for each. */
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
        {isOpen && notes.length === 0 && <p>{findMessages.first(options.length)}</p>}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={findMessages.readings}
        className={styles.list}
        // A press must not take the focus from the field.
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
            <span className={styles.kind}>{findMessages.kinds[reading.kind]}</span>
            <span className={styles.value}>{reading.value}</span>
            <span className={styles.reason}>{reason(reading)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
