import styles from './CodeName.module.css';

/** The name of the code before it, on a line of its own or, with `isBeside`, in the room that the line has left. */
export function CodeName(props: { name: string | undefined; isBeside?: boolean }) {
  const { name, isBeside = false } = props;
  if (name === undefined) return null;
  return (
    <>
      {' '}
      <span className={isBeside ? styles.beside : styles.below} title={name}>
        {name}
      </span>
    </>
  );
}
