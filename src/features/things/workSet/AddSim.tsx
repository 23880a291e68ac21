import { useState, type SubmitEvent } from 'react';

import { cleanIccid } from '#identifiers/iccid.ts';
import { Button } from '#ui/Button.tsx';

import styles from './Compare.module.css';

interface AddSimProps {
  /** ICCIDs that are already in the comparison. */
  present: readonly string[];
  onAdd: (iccid: string) => void;
}

/** Adds a SIM to the comparison, for example a working SIM beside a broken one. */
export function AddSim({ present, onAdd }: AddSimProps) {
  const [problem, setProblem] = useState<string>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('iccid');
    const text = typeof typed === 'string' ? typed : '';
    const iccid = cleanIccid(text);
    if (iccid === undefined) setProblem('An ICCID has 16 to 22 digits.');
    else if (present.includes(iccid)) setProblem('This SIM is already in the comparison.');
    else {
      setProblem(undefined);
      form.reset();
      onAdd(iccid);
    }
  }

  return (
    <form onSubmit={submit} className={styles.add}>
      <label htmlFor="compare-add">ICCID of another SIM</label>
      <input
        id="compare-add"
        name="iccid"
        autoComplete="off"
        spellCheck={false}
        aria-describedby="compare-add-problem"
        aria-invalid={problem !== undefined}
      />
      <Button small type="submit">
        Add
      </Button>
      <p id="compare-add-problem" role="status" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}
