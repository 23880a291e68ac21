import { Button } from '#ui/Button.tsx';
import { pressedOnce } from '#ui/pressedOnce.ts';

import styles from './Fleet.module.css';

interface ConditionsProps {
  conditions: readonly {
    readonly key: string;
    readonly words: string;
    readonly onRemove: () => void;
  }[];
}

/** A list's conditions, each with a button that removes it. */
export function Conditions({ conditions }: ConditionsProps) {
  if (conditions.length === 0) return null;
  return (
    <ul {...pressedOnce} aria-label="Conditions" className={styles.conditions}>
      {conditions.map(({ key, words, onRemove }, index) => (
        <li key={key}>
          {index > 0 && <span>and</span>}
          <Button
            small
            className={styles.condition}
            aria-label={`Remove ${words}`}
            onClick={onRemove}
          >
            {words} <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
