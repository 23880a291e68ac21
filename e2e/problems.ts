import type { Browser, BrowserContext, ConsoleMessage } from '@playwright/test';

/** Watches for unexpected problems in all pages in all contexts that the browser opens from now on. */
export function watchProblems(browser: Browser) {
  let seen: string[] = [];
  const expected = new Set<string>();
  let refusesFrame = false;

  function onConsole(message: ConsoleMessage) {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const failure = failedRequest(message.text());
    if (failure !== undefined && expected.has(failure)) return;
    // On a busy machine the rows, and the script that shows them, come seconds after its preload.
    if (/\/showDrawn-[\w-]+\.js was preloaded using link preload/.test(message.text())) return;
    if (refusesFrame && message.text().includes('frame-ancestors')) return;
    seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  }

  function watch(context: BrowserContext) {
    context.on('console', onConsole);
    context.on('weberror', (error) => seen.push(`uncaught: ${String(error.error())}`));
    void watchPolicy(context, (violation) => seen.push(`policy violation: ${violation}`));
  }

  browser.on('context', watch);
  return {
    /**
     * Declares failed requests that the test causes; Chromium logs each as an error.
     *
     * @param failures status codes, or names of network errors such as `net::ERR_FAILED`
     */
    expectFailedRequests(...failures: readonly (number | string)[]) {
      for (const failure of failures) expected.add(String(failure));
    },
    /** Declares that a page is not allowed to frame the console; Chromium logs this as an error too. */
    expectRefusedFrame() {
      refusesFrame = true;
    },
    /** Descriptions of all problems. */
    list: (): readonly string[] => seen,
    reset() {
      seen = [];
    },
    stop: () => browser.off('context', watch),
  };
}

export type Problems = ReturnType<typeof watchProblems>;

/** The status code or network error in Chromium's message about a resource; undefined for other messages. */
function failedRequest(text: string): string | undefined {
  const match = /^Failed to load resource: (?:.*status of (\d{3})|(net::\w+))/.exec(text);
  return match?.[1] ?? match?.[2];
}

async function watchPolicy(context: BrowserContext, report: (violation: string) => void) {
  await context.exposeBinding('reportPolicyViolation', (_source, violation: string) =>
    report(violation),
  );
  await context.addInitScript(() => {
    globalThis.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile } = event;
      const send: unknown = Reflect.get(globalThis, 'reportPolicyViolation');
      if (typeof send === 'function') {
        Reflect.apply(send, undefined, [`${violatedDirective} ${blockedURI} ${sourceFile}`]);
      }
    });
  });
}
