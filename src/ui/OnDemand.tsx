import { Component, Suspense, type ReactNode } from 'react';

import { isMissingPart } from '#lib/missingPart.ts';

import { Button } from './Button.tsx';

import styles from './OnDemand.module.css';

interface OnDemandProps {
  children: ReactNode;
  /** Closes what could not be loaded; left out where the page cannot do without it. */
  onPutAside?: () => void;
}

interface OnDemandState {
  error?: Error;
}

/**
 * Around a part that loads when it is opened. When it cannot be loaded the page stays as it is, with
 * all that was typed, and a reload is the person's choice. It stands around one part, and goes with it.
 */
export class OnDemand extends Component<OnDemandProps, OnDemandState> {
  override state: OnDemandState = {};

  static getDerivedStateFromError(error: Error): OnDemandState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { children, onPutAside } = this.props;
    if (error === undefined) return <Suspense>{children}</Suspense>;
    // A defect of the part itself is none of this one's business.
    if (!isMissingPart(error)) throw error;
    return (
      <div role="alert" className={styles.failed}>
        <p>
          This part of the console could not be loaded: the connection failed, or there is a new
          version. Loading the page again loses what was not saved.
        </p>
        <Button small onClick={() => window.location.reload()}>
          Load the page again
        </Button>
        {onPutAside && (
          <Button small onClick={onPutAside}>
            Not now
          </Button>
        )}
      </div>
    );
  }
}
