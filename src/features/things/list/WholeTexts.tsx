import { useEffect, useRef } from 'react';

import { showWholeTexts } from './cutTexts.ts';

import styles from './WholeTexts.module.css';

/** Shows what is cut off of the row with the focus. It stands in the box of the table. */
export function WholeTexts() {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = strip.current?.parentElement;
    return box && strip.current ? showWholeTexts(box, strip.current) : undefined;
  }, []);
  return <div ref={strip} popover="manual" aria-hidden="true" inert className={styles.strip} />;
}
