import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { repeatCommands } from './repeat-command.ts'

/** A Vitest reporter that prints, at the end, how to run each failed test again. Lines take `--includeTaskLocation`. */
export default class RepeatReporter implements Reporter {
  private root = process.cwd()

  onInit(vitest: Vitest): void {
    this.root = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('failed')])
    const failed = tests.map(({ module, location, fullName }) => ({
      file: module.moduleId,
      line: location?.line,
      titles: [fullName.replaceAll(' > ', ' ')],
    }))
    process.stdout.write(repeatCommands(this.root, failed))
  }
}
