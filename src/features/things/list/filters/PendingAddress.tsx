import {
  createContext,
  use,
  useTransition,
  type ReactNode,
  type TransitionStartFunction,
} from 'react';

const PendingContext = createContext(false);
const TransitionContext = createContext<TransitionStartFunction>((change) => void change());

/**
 * Provides whether a URL change was accepted, even while the rows for the new URL render in a transition. Separate from
 * the list, so that a change to this state renders nothing else.
 */
export function PendingAddress({ children }: { children: ReactNode }) {
  const [isPending, startTransition] = useTransition();
  return (
    <TransitionContext value={startTransition}>
      <PendingContext value={isPending}>{children}</PendingContext>
    </TransitionContext>
  );
}

/** Whether a URL change has been accepted but not yet rendered. */
export function useIsAddressPending(): boolean {
  return use(PendingContext);
}

/** Starts a URL change. */
export function useAddressTransition(): TransitionStartFunction {
  return use(TransitionContext);
}
