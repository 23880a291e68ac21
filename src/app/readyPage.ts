import type { createBrowserRouter } from 'react-router';

type ConsoleRouter = ReturnType<typeof createBrowserRouter>;

/** Waits until the first page's code has loaded and the reads that its loaders return have ended. */
export async function untilReady(router: ConsoleRouter): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (router.state.initialized) resolve();
    };
    router.subscribe(check);
    check();
  });
  await Promise.all(
    Object.values(router.state.loaderData).map((data: { over?: unknown } | null) => data?.over),
  );
}
