import type { Sandbox } from '#sandbox/sandbox.ts';

/** Offsets of the calls of `GET /things` that the sandbox received, in order. */
export function listOffsets(sandbox: Sandbox): readonly number[] {
  return sandbox.state
    .requests()
    .filter(({ route }) => route === 'GET /things')
    .map(({ query }) => Number(query['offset']));
}

/** Calls of `GET /things` for a first page, which leaves out prefetched pages. */
export function firstPageCalls(sandbox: Sandbox): readonly number[] {
  return listOffsets(sandbox).filter((offset) => offset === 0);
}
