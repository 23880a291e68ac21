import styles from './TableSkeleton.module.css';

/** Stands where rows will be; says to everybody that they are on their way. */
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
