import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { projectRoot } from '../../support/project-root.ts'
import { repeatCommands } from './repeat-command.ts'

/** A Playwright reporter that prints, at the end, how to run each failed test again. */
export default class RepeatReporter implements Reporter {
  private suite: Suite | null = null

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onEnd(): void {
    const failed = (this.suite?.allTests() ?? []).filter((test) => test.outcome() === 'unexpected')
    const tests = failed.map(({ location: { file, line }, title }) => ({ file, line, titles: [title] }))
    process.stdout.write(repeatCommands(projectRoot(), tests))
  }

  printsToStdio(): boolean {
    return false
  }
}
