import type { TestInfo } from '@playwright/test'
import type { TestApp } from './app.ts'
import { findProblems, type Tolerance } from './checks/problems.ts'

/** Quits a test's apps; throws when one reported an error or contacted an address that the test does not tolerate. */
export async function assertClean(
  apps: readonly TestApp[],
  tolerance: Tolerance,
  testInfo: TestInfo,
): Promise<void> {
  const problems: string[] = []
  for (const [index, app] of apps.entries()) {
    const found = findProblems(await app.evidence(), tolerance)
    if (found.length > 0 || testInfo.status !== testInfo.expectedStatus) {
      const body = app.output.all.join('\n')
      await testInfo.attach(`output of start ${index + 1}`, { body, contentType: 'text/plain' })
    }
    problems.push(...found.map((problem) => `start ${index + 1}: ${problem}`))
  }
  if (problems.length > 0) throw new Error(`The app misbehaved:\n${problems.join('\n')}`)
}
