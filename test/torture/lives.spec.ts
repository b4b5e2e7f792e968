import { test } from '@playwright/test'
import { run } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import { report, sayHowToRepeat } from './report.ts'
import { IS_FULL, scale, SEED } from './scale.ts'

const LIVES = scale({ full: 10_000, small: 300 })
/** `npm test` lives those from 1 on; the small run must not find a rare kind by chance. */
const FIRST = IS_FULL ? SEED % 1_000_000_000 : 1_001
const TIME_LIMIT_MS = 45 * 60_000

test('simulated lives', async () => {
  test.setTimeout(TIME_LIMIT_MS)
  const args = ['--lives', String(LIVES), '--seed', String(FIRST)]
  const { code, stdout, stderr } = await run('npm', ['run', '--silent', 'simulate', '--', ...args], {
    cwd: projectRoot(),
    timeLimit: TIME_LIMIT_MS,
  })
  const violations = code === 0 ? [] : [`${stdout}\n${stderr}`]
  if (violations.length > 0) await sayHowToRepeat('simulated lives')
  await report({ part: 'simulated lives', figures: { lives: LIVES }, violations })
})
