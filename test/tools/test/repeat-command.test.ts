import { expect, it } from 'vitest'
import { repeatCommands } from './repeat-command.ts'

const failed = (titles: string[], line?: number) => ({ file: '/app/test/e2e/a.spec.ts', line, titles })

it('names each failed test once, by its line or by its titles', () => {
  expect(repeatCommands('/app', [])).toBe('')
  expect(
    repeatCommands('/app', [failed(['a', 'b'], 12), failed(['a', 'c'], 12), failed(['a', "isn't b"])]),
  ).toBe(
    `
Run again:
  npm run test:one -- test/e2e/a.spec.ts:12
  npm run test:one -- test/e2e/a.spec.ts -t 'a isn'\\''t b'
`,
  )
})
