import styles from './TableSkeleton.module.css';

/** Takes the place of rows that are loading, and announces that they are. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div className={styles.frame}>
      <p role="status" className={styles.label}>
        {label}
      </p>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} aria-hidden="true" />
      ))}
    </div>
  );
}
