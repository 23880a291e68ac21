import styles from './TableSkeleton.module.css';

/** Placeholder for rows that are loading; announced to screen readers. */
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
