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
 * Knows at once that a change of the address was taken, while the rows of the new address are drawn in a transition.
 * Apart from the list, so that showing it renders nothing else.
 */
export function PendingAddress({ children }: { children: ReactNode }) {
  const [isPending, startTransition] = useTransition();
  return (
    <TransitionContext value={startTransition}>
      <PendingContext value={isPending}>{children}</PendingContext>
    </TransitionContext>
  );
}

/** Whether a change of the address was taken whose page is not drawn yet. */
export function useIsAddressPending(): boolean {
  return use(PendingContext);
}

/** Starts a change of the address. */
export function useAddressTransition(): TransitionStartFunction {
  return use(TransitionContext);
}
