import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../support/project-root.ts'

const read = (path: string): string => readFileSync(join(projectRoot(), path), 'utf8')

/** The steps of a walk: the file that each begins with, and the calls that it names, such as `ledger.ask(`. */
function stepsOf(page: string, title: string): { file: string; calls: string[] }[] {
  const [, after = ''] = page.split(`### ${title}\n`)
  const [section = ''] = after.split(/^#/m)
  return [...section.matchAll(/^\d+\. (.+(?:\n {3,}.+)*)/gm)].map(([, text = '']) => ({
    file: /^`([^`]+)`/.exec(text)?.[1] ?? '',
    calls: [...text.matchAll(/`([\w.[\]]+\()\)`/g)].map(([, call = '']) => call),
  }))
}

// A reader who follows an end opens each of these files: more of them is a change that needs a reason.
it.each([
  ['From the click to the wire', 'renderer/features/sessions/SessionRow.vue', 12, 15],
  ['From the tray to the wire', 'electron/platform/desktop/tray.ts', 9, 4],
])(
  '%s, ARCHITECTURE.md names few files, once each, with calls that are in them',
  (title, first, most, calls) => {
    const steps = stepsOf(read('ARCHITECTURE.md'), title)
    const files = steps.map(({ file }) => file)
    expect([files[0], files.at(-1)]).toEqual([first, 'electron/api/transport.ts'])
    expect(new Set(files).size).toBe(files.length)
    expect(files.length).toBeLessThanOrEqual(most)
    expect(steps.flatMap((step) => step.calls).length).toBeGreaterThanOrEqual(calls)
    for (const { file, calls: named } of steps)
      expect(
        named.filter((call) => !read(file).includes(call)),
        `${file} does not have the call`,
      ).toEqual([])
  },
)

it('the steps of a walk end with its section', () => {
  const page =
    '### A\n\n1. `a.ts` calls\n   `b()` of `c`.\n2. `d.ts`\n\nAs `e()` says.\n\n### B\n\n1. `f.ts`\n'
  expect(stepsOf(page, 'A')).toEqual([
    { file: 'a.ts', calls: ['b('] },
    { file: 'd.ts', calls: [] },
  ])
})
