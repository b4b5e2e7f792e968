/** How many tests went how, and what else went wrong. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
  /** What people should know beside the numbers: why `failed` is more than the failed tests alone, and what was skipped. */
  remarks: string[]
}

/** What a runner left: its exit code (null when a signal ended it) and its JSON report (null when it wrote none). */
export interface RunnerEnd {
  name: string
  exitCode: number | null
  report: unknown
}

/** How a report of Vitest's marks what did not run. */
const VITEST_SKIPS = ['pending', 'skipped', 'todo']

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: Array<{
    name: string
    status: string
    assertionResults: Array<{ status: string; fullName?: string }>
  }>
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: Array<{ title: string; tests: PlaywrightTest[] }>
}

interface PlaywrightTest {
  status: string
  annotations: Array<{ type: string; description?: string }>
}

/** The totals of a Vitest run, from its `json` reporter. */
export function vitestTotals(end: RunnerEnd): Totals {
  const report = end.report as VitestReport | null
  if (report === null) return crashed(end)
  // A file that could not even be loaded has no failed test in it, and no test that ran.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return honest(end, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    remarks: [
      ...broken.map(({ name }) => `${name} could not be run`),
      ...report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => VITEST_SKIPS.includes(status))
        .map(({ fullName }) => `Skipped: ${fullName ?? 'a test without a name'}`),
    ],
  })
}

/** The totals of a Playwright run, from its `json` reporter. */
export function playwrightTotals(end: RunnerEnd): Totals {
  const report = end.report as PlaywrightReport | null
  if (report === null) return crashed(end)
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest(end, {
    passed: expected,
    // A test that passed only when it was run again has failed once.
    failed: unexpected + flaky + report.errors.length,
    skipped,
    remarks: [
      ...report.errors.map(() => `${end.name}: an error outside every test`),
      ...skipsOf(report.suites),
    ],
  })
}

/** What Playwright skipped: how many tests for each reason. */
function skipsOf(suites: readonly PlaywrightSuite[]): string[] {
  const reasons = new Map<string, number>()
  const visit = ({ suites: inner = [], specs = [] }: PlaywrightSuite): void => {
    for (const { status, annotations } of specs.flatMap(({ tests }) => tests)) {
      if (status !== 'skipped') continue
      const reason = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason was given'
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    inner.forEach(visit)
  }
  suites.forEach(visit)
  return [...reasons].map(([reason, count]) => `Skipped ${count}: ${reason}`)
}

/** A step that is no test and must work, such as the build: nothing when it did, a failure when it did not. */
export function stepTotals(name: string, exitCode: number | null): Totals {
  const ok = exitCode === 0
  return { passed: 0, failed: ok ? 0 : 1, skipped: 0, remarks: ok ? [] : [`${name} failed`] }
}

/** The sum of several. */
export function addTotals(all: readonly Totals[]): Totals {
  const sum = (pick: (totals: Totals) => number): number => all.reduce((total, one) => total + pick(one), 0)
  return {
    passed: sum((one) => one.passed),
    failed: sum((one) => one.failed),
    skipped: sum((one) => one.skipped),
    remarks: all.flatMap((one) => one.remarks),
  }
}

/** The last line of `npm test`. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function crashed({ name, exitCode }: RunnerEnd): Totals {
  const how = exitCode === null ? 'was ended by a signal' : `ended with code ${exitCode}`
  return { passed: 0, failed: 1, skipped: 0, remarks: [`${name} ${how} and wrote no report`] }
}

// A report without a failure is not believed when the runner itself says otherwise, or when nothing ran.
function honest({ name, exitCode }: RunnerEnd, totals: Totals): Totals {
  if (totals.failed > 0) return totals
  const fail = (remark: string): Totals => ({ ...totals, failed: 1, remarks: [...totals.remarks, remark] })
  if (totals.passed === 0) return fail(`${name} ran no test`)
  if (exitCode !== 0) return fail(`${name} reports no failed test, but ended with ${exitCode ?? 'a signal'}`)
  return totals
}
