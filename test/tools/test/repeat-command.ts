import { relative, sep } from 'node:path'

/** A failed test: its file's path, its line if that is known, and its titles from the outside in. */
export interface FailedTest {
  file: string
  line: number | undefined
  titles: readonly string[]
}

/** The command that runs a failed test again, for a shell in `root`. */
export function repeatCommand(root: string, { file, line, titles }: FailedTest): string {
  const path = relative(root, file).split(sep).join('/')
  if (line !== undefined) return `npm run test:one -- ${path}:${line}`
  return `npm run test:one -- ${path} -t '${titles.join(' ').replaceAll("'", String.raw`'\''`)}'`
}

/** What a reporter prints below its report: one command for each failed test. Empty if none failed. */
export function repeatCommands(root: string, failed: readonly FailedTest[]): string {
  if (failed.length === 0) return ''
  const commands = new Set(failed.map((test) => repeatCommand(root, test)))
  return `\nRun again:\n${[...commands].map((command) => `  ${command}\n`).join('')}`
}
