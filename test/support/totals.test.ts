import { describe, expect, it } from 'vitest'
import { addTotals, playwrightTotals, stepTotals, totalsLine, vitestTotals } from './totals.ts'

const vitest = (change: object = {}): object => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...change,
})
const playwright = (stats: object = {}, errors: unknown[] = []): object => ({
  stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 2, ...stats },
  errors,
  suites: [],
})
const counts = ({ passed, failed, skipped }: ReturnType<typeof stepTotals>): number[] => [
  passed,
  failed,
  skipped,
]

describe('Vitest', () => {
  const totals = (exitCode: number | null, report: unknown) =>
    vitestTotals({ name: 'unit', exitCode, report })

  it('counts what its report says', () => {
    expect(totals(0, vitest())).toEqual({ passed: 5, failed: 0, skipped: 2, remarks: [] })
    expect(counts(totals(1, vitest({ numFailedTests: 2 })))).toEqual([5, 2, 2])
  })

  it('names what was skipped', () => {
    const skipped = { status: 'skipped', fullName: 'the log keeps its mode' }
    const testResults = [{ name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }, skipped] }]
    expect(totals(0, vitest({ testResults })).remarks).toEqual(['Skipped: the log keeps its mode'])
  })

  it('counts a file that could not be loaded as a failure', () => {
    const testResults = [{ name: 'broken.test.ts', status: 'failed', assertionResults: [] }]
    const { failed, remarks } = totals(1, vitest({ testResults }))
    expect([failed, remarks]).toEqual([1, ['broken.test.ts could not be run']])
  })

  it('does not believe a clean report of a run that failed', () => {
    expect(totals(1, vitest())).toMatchObject({ passed: 5, failed: 1 })
    expect(totals(null, vitest()).remarks).toEqual(['unit reports no failed test, but ended with a signal'])
  })

  it('counts a run without a test, and one without a report, as a failure', () => {
    expect(totals(0, vitest({ numPassedTests: 0 })).remarks).toEqual(['unit ran no test'])
    expect(totals(0, vitest({ numPassedTests: 0 })).failed).toBe(1)
    expect(counts(totals(0, null))).toEqual([0, 1, 0])
    expect(totals(null, null).remarks).toEqual(['unit was ended by a signal and wrote no report'])
  })
})

describe('Playwright', () => {
  const totals = (exitCode: number | null, report: unknown) =>
    playwrightTotals({ name: 'e2e', exitCode, report })

  it('counts what its report says, a flaky test as failed', () => {
    expect(counts(totals(0, playwright()))).toEqual([3, 0, 2])
    expect(counts(totals(1, playwright({ unexpected: 2, flaky: 1 })))).toEqual([3, 3, 2])
  })

  it('tells how many were skipped for each reason, wherever they stand', () => {
    const test = (status: string, description?: string) => ({
      status,
      annotations: [{ type: 'slow' }, ...(status === 'skipped' ? [{ type: 'skip', description }] : [])],
    })
    const suites = [
      { specs: [{ tests: [test('expected'), test('skipped', 'No tray here')] }] },
      { suites: [{ specs: [{ tests: [test('skipped', 'No tray here')] }, { tests: [test('skipped')] }] }] },
    ]
    expect(totals(0, { ...playwright(), suites }).remarks).toEqual([
      'Skipped 2: No tray here',
      'Skipped 1: no reason was given',
    ])
  })

  it('counts errors outside of tests, an empty run and a crash as failures', () => {
    expect(totals(1, playwright({}, [{ message: 'global setup' }])).failed).toBe(1)
    expect(totals(0, playwright({ expected: 0 })).remarks).toEqual(['e2e ran no test'])
    expect(totals(1, null).failed).toBe(1)
  })
})

it('sums all and keeps the form of the last line', () => {
  const sum = addTotals([
    vitestTotals({ name: 'unit', exitCode: 0, report: vitest() }),
    stepTotals('The build', 1),
    playwrightTotals({ name: 'e2e', exitCode: 0, report: playwright() }),
  ])
  expect(totalsLine(sum)).toBe('8 passed, 1 failed, 4 skipped')
  expect(sum.remarks).toEqual(['The build failed'])
  expect(totalsLine(addTotals([]))).toBe('0 passed, 0 failed, 0 skipped')
})
