import type { Copied } from '#ui/useCopy.ts';

import { listMessages } from './listMessages.ts';

import styles from './ThingsTable.module.css';

/** Says whether the last copy went well; away after a moment. */
export function CopyStatus({ copied }: { copied: Copied | undefined }) {
  return (
    <p role="status" className={copied ? styles.copied : styles.hidden}>
      {copied?.outcome === 'copied' && listMessages.copied(copied.label)}
      {copied?.outcome === 'refused' && listMessages.notCopied}
    </p>
  );
}
