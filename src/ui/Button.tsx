import type { ComponentProps } from 'react';

import styles from './Button.module.css';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant;
  /** Smaller, for rows of controls and for notices. */
  small?: boolean;
}

export function Button({ variant = 'secondary', small = false, className, ...rest }: ButtonProps) {
  const classes = [styles.button, styles[variant], small && styles.small, className];
  return <button type="button" className={classes.filter(Boolean).join(' ')} {...rest} />;
}
