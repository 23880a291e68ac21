import { useEffect, useRef } from 'react';

import type { Interpretation } from '#identifiers/interpretations.ts';

import { kinds, reason } from './interpretationKinds.ts';

import styles from './FindSim.module.css';

interface FindOptionListProps {
  /** Id of the combobox; the ids of the list and its options are derived from it. */
  id: string;
  /** Empty while the popup is closed. */
  options: readonly Interpretation[];
  notes: readonly string[];
  active: number;
  onChoose: (interpretation: Interpretation) => void;
}

/** The combobox's popup: notes on the text, and a listbox of its interpretations, each with a reason. */
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
        aria-label="Interpretations"
        className={styles.list}
        // Keeps focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((interpretation, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={`${interpretation.kind} ${interpretation.value}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onChoose(interpretation)}
          >
            <span className={styles.kind}>{kinds[interpretation.kind].label}</span>
            <span className={styles.value}>{interpretation.value}</span>
            <span className={styles.reason}>{reason(interpretation)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function summary(count: number): string {
  return count === 1
    ? 'One interpretation: press Enter to find it.'
    : `${count} interpretations: press Enter to find the first.`;
}
