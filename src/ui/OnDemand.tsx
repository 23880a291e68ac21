import { Component, Suspense, type ReactNode } from 'react';

import { isMissingPart } from '#lib/missingPart.ts';

import { Button } from './Button.tsx';

import styles from './OnDemand.module.css';

interface OnDemandProps {
  children: ReactNode;
  /** Closes the part that could not be loaded; omitted if the page needs it. */
  onDismiss?: () => void;
}

interface OnDemandState {
  error?: Error;
}

/**
 * Wraps a part that loads when it is opened. If it cannot be loaded, the page and the user's input stay, and
 * reloading is the user's choice.
 */
export class OnDemand extends Component<OnDemandProps, OnDemandState> {
  override state: OnDemandState = {};

  static getDerivedStateFromError(error: Error): OnDemandState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { children, onDismiss } = this.props;
    if (error === undefined) return <Suspense>{children}</Suspense>;
    // A bug in the part itself goes to the route's error boundary.
    if (!isMissingPart(error)) throw error;
    return (
      <div role="alert" className={styles.failed}>
        <p>
          This part of the console could not be loaded: the connection failed, or there is a new
          version. Reloading the page discards unsaved changes.
        </p>
        <Button small onClick={() => window.location.reload()}>
          Reload the page
        </Button>
        {onDismiss && (
          <Button small onClick={onDismiss}>
            Not now
          </Button>
        )}
      </div>
    );
  }
}
