import type { CommandResult } from '../../support/bare-debian/run-echoed.ts'

const HINT = /^These are missing\. Run: sudo apt-get install --no-install-recommends (\S.*)$/
const INSTALLING = /^Installing system packages: (.+)$/
const TOTALS = /^\d+ passed, \d+ failed, \d+ skipped$/
const ALL_PASSED = /^[1-9]\d* passed, 0 failed,/

/**
 * The problem of a start without root on a bare system; null when it fails with one line that says what to
 * run, and that line installs exactly the packages that the start as root installed.
 */
export function hintProblem(refused: CommandResult, installedByRoot: readonly string[]): string | null {
  if (refused.code === 0) return 'Without what it needs, the demonstration must fail for an ordinary user'
  const hint = findMatch(refused.lines, HINT)
  if (hint === null) return 'An ordinary user did not get the line that installs the missing packages'
  const installed = findMatch(installedByRoot, INSTALLING)
  if (hint !== installed) return `The hint installs ${hint}, but root installed ${installed ?? 'nothing'}`
  return null
}

/** The line of totals of `npm test`; null when there is none. npm may write more after it. */
export function totalsIn(lines: readonly string[]): string | null {
  return lines.findLast((line) => TOTALS.test(line)) ?? null
}

/** The problem of a run of `npm test`; null when all passed, by its exit code and its totals. */
export function testsProblem({ code, lines }: CommandResult): string | null {
  const totals = totalsIn(lines)
  if (code === 0 && totals !== null && ALL_PASSED.test(totals)) return null
  return `npm test failed on a bare Debian (${code ?? 'a signal'}): ${totals ?? 'it did not come to its end'}`
}

function findMatch(lines: readonly string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found
  }
  return null
}
