import { Button } from '#ui/Button.tsx';

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
    <ul aria-label="Conditions" className={styles.conditions}>
      {conditions.map(({ key, words, onRemove }, index) => (
        <li key={key}>
          {index > 0 && <span>and</span>}
          <Button
            small
            className={styles.condition}
            aria-label={`Remove ${words}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              onRemove();
            }}
          >
            {words} <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The button is removed with its condition: the focus moves to the next one, the previous one, or the form. */
function focusNeighbour(button: HTMLButtonElement): void {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const next =
    neighbour?.querySelector('button') ?? item?.ownerDocument.querySelector('form select');
  if (next instanceof HTMLElement) next.focus();
}
