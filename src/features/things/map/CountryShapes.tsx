import styles from './CountryShapes.module.css';

interface CountryShapesProps {
  width: number;
  height: number;
  /** What a `d` attribute takes. */
  land: string;
  borders: string;
}

/** Sea, land and borders: what lies beneath what a map is about. */
export function CountryShapes({ width, height, land, borders }: CountryShapesProps) {
  return (
    <>
      <rect width={width} height={height} className={styles.sea} />
      <path d={land} className={styles.land} />
      <path d={borders} className={styles.border} />
    </>
  );
}
