import styles from './ThingValue.module.css';

/** The state as the service names it, with a shape, so that colour is never the only sign. */
export function StateBadge({ state }: { state: string }) {
  const look = looks.get(state);
  return (
    <span className={look ? `${styles.badge} ${look.className}` : styles.badge}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path fill="currentColor" d={look?.path ?? ring} />
      </svg>
      {state}
    </span>
  );
}

const dot = 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1';
const bars = 'M2 1h3v10H2zM7 1h3v10H7z';
const ring = 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1m0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6';

const looks = new Map([
  ['ACTIVE', { className: styles.active, path: dot }],
  ['SUSPENDED', { className: styles.suspended, path: bars }],
]);
