import { useId } from 'react';

import type { ConflictField, Picks } from './conflict.ts';

type Pick = Picks[ConflictField];

interface ConflictRowProps {
  field: ConflictField;
  label: string;
  /** What was typed, what is there, and what was there; the two to choose from first, for narrow screens. */
  words: readonly [string, string, string];
  pick: Pick;
  onPick: (pick: Pick) => void;
}

/** One field of a conflict: a choice between the two values, where they differ. */
export function ConflictRow({ field, label, words, pick, onPick }: ConflictRowProps) {
  const id = useId();
  const [mine, theirs, was] = words;
  const option = (value: Pick, text: string) => (
    <label>
      <input
        type="radio"
        name={`${id}-${field}`}
        checked={pick === value}
        aria-labelledby={`${id} conflict-${value} ${id}-${value}`}
        onChange={() => onPick(value)}
      />
      <span id={`${id}-${value}`}>{text}</span>
    </label>
  );
  return (
    <tr data-differs={was !== theirs}>
      <th scope="row" id={id}>
        {label}
      </th>
      <td>{theirs === mine ? mine : option('mine', mine)}</td>
      <td>{theirs === mine ? theirs : option('theirs', theirs)}</td>
      <td>{was}</td>
    </tr>
  );
}
