import { z } from 'zod'

const count = z.number().int().nonnegative()
const file = z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })

const vitestReport = z
  .object({
    numPassedTests: count,
    numFailedTests: count,
    numPendingTests: count,
    numTodoTests: count,
    testResults: z.array(file),
  })
  .transform((report) => {
    // A file that cannot be loaded has no test.
    const isBroken = ({ status, assertionResults: tests }: z.infer<typeof file>): boolean =>
      status === 'failed' && !tests.some((test) => test.status === 'failed')
    const failed = report.numFailedTests + report.testResults.filter(isBroken).length
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
  })

const playwrightReport = z
  .object({
    stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    errors: z.array(z.unknown()),
  })
  .transform(({ stats: { expected, unexpected, flaky, skipped }, errors }) => ({
    passed: expected,
    // A test that passes only in a retry has failed once.
    failed: unexpected + flaky + errors.length,
    skipped,
  }))

/** The numbers of tests by result. */
export type Totals = z.output<typeof playwrightReport>

/** No test at all. */
export const NO_TESTS: Totals = { passed: 0, failed: 0, skipped: 0 }

/**
 * The totals of one runner, by its JSON report (Vitest's or Playwright's; null when there is none) and its exit code (null
 * when a signal ended it). A runner that crashes, or runs no test, has at least one failure.
 */
export function totalsOf(report: unknown, exitCode: number | null): Totals {
  const totals = z.union([vitestReport, playwrightReport]).safeParse(report).data ?? NO_TESTS
  const isGood = exitCode === 0 && totals.passed > 0
  return isGood ? totals : { ...totals, failed: Math.max(1, totals.failed) }
}

/** The sum of several. */
export function addTotals(all: readonly Totals[]): Totals {
  return all.reduce(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
    }),
    NO_TESTS,
  )
}

/** The last line of `npm test`. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
