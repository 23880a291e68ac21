import styles from './CodeName.module.css';

interface CodeNameProps {
  /** Undefined if no name is known; the code is then shown on its own. */
  name: string | undefined;
  /** The width that the code's line has left for it; otherwise the name has a line of its own. */
  room?: string;
  /** Whether to reserve its line, or its room, until the name arrives, so that nothing shifts. */
  keepsLine?: boolean;
}

/** The name that belongs to the preceding code. */
export function CodeName({ name, room, keepsLine = false }: CodeNameProps) {
  if (name === undefined && !keepsLine) return null;
  return (
    <>
      {(name ?? room) && ' '}
      <span
        className={room === undefined ? styles.below : styles.beside}
        style={{ maxWidth: room, minWidth: keepsLine ? room : undefined }}
        title={name}
      >
        {name}
      </span>
    </>
  );
}
