import { useId, useState, type ReactNode } from 'react';

import { Button } from './Button.tsx';

import styles from './Details.module.css';

interface DetailsProps {
  /** The content that the button shows and hides. */
  label?: string;
  startsOpen?: boolean;
  children: ReactNode;
}

/** Hides details that most users do not need behind a button. */
export function Details({ label = 'Details', startsOpen = false, children }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const id = useId();
  return (
    <div className={styles.details}>
      <div>
        <Button
          small
          variant="quiet"
          className={styles.toggle}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': id })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className={styles.content}>
          {children}
        </div>
      )}
    </div>
  );
}
