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
 * Knows immediately that a change of address was accepted, while the rows for the new address render in a transition.
 * Separate from the list, so that showing this renders nothing else.
 */
export function PendingAddress({ children }: { children: ReactNode }) {
  const [isPending, startTransition] = useTransition();
  return (
    <TransitionContext value={startTransition}>
      <PendingContext value={isPending}>{children}</PendingContext>
    </TransitionContext>
  );
}

/** Whether an accepted change of address has not been rendered yet. */
export function useIsAddressPending(): boolean {
  return use(PendingContext);
}

/** Starts a change of address. */
export function useAddressTransition(): TransitionStartFunction {
  return use(TransitionContext);
}
