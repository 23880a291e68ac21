import * as z from 'zod/mini';

/** What the test run reads of Vitest's JSON report. */
export const vitestReport = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      projectName: z.optional(z.string()),
      annotations: z.optional(
        z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
      ),
      results: z.array(
        z.object({
          duration: z.number(),
          error: z.optional(
            z.object({
              message: z.optional(z.string()),
              location: z.optional(z.object({ file: z.string(), line: z.number() })),
            }),
          ),
          attachments: z.optional(
            z.array(z.object({ name: z.string(), path: z.optional(z.string()) })),
          ),
        }),
      ),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});

/** What the test run reads of Playwright's JSON report. */
export const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
});

type Suite = z.output<typeof playwrightSuite>;

/** The tests in a report, or in one of its suites, by file and title. */
export function specsOf({ specs = [], suites = [] }: Partial<Suite>): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}
