import type { Plugin } from 'vite';

/** Replaces the query client's cache of mutations, which the console does not use, with the two methods it calls. */
export function unusedMutations(): Plugin {
  let isReplaced = false;
  return {
    name: 'unused-mutations',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]query-core[\\/]build[\\/]modern[\\/]mutationCache\.js$/ },
      handler() {
        isReplaced = true;
        return 'export class MutationCache { async resumePausedMutations() {} clear() {} }';
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('TanStack Query keeps its mutations elsewhere now');
    },
  };
}
