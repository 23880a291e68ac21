import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { useTypedText } from './useTypedText.ts';

import styles from './GroupsPage.module.css';

interface GroupsFilterProps {
  value: string;
  onChange: (text: string) => void;
  /** How many groups are left, for everybody to hear. */
  children: ReactNode;
}

export function GroupsFilter({ value, onChange, children }: GroupsFilterProps) {
  const { typed, type } = useTypedText(value, onChange);
  return (
    <div className={styles.filter}>
      <input
        type="search"
        aria-label={messages.filter}
        placeholder={messages.filter}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <p role="status">{children}</p>
    </div>
  );
}
