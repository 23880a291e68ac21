import { type QueryKey, useQueryClient, type UseQueryResult } from '@tanstack/react-query';

import { readState } from './readState.ts';
import { useSignInAgain } from './session/SessionProvider.tsx';

type Read = Parameters<typeof readState>[0] & Pick<UseQueryResult, 'refetch'>;

/** The text and buttons of a read's notice. ¶ ¶ @param doing completes "Could not …" */
export function useReadNotice(query: Read, queryKey: QueryKey, doing: string) {
  const queryClient = useQueryClient();
  const onSignIn = useSignInAgain();
  return {
    ...readState(query, doing),
    onRetry: () => void query.refetch(),
    onCancel: () => void queryClient.cancelQueries({ queryKey }),
    onSignIn,
  };
}
