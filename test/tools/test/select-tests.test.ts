import { expect, it } from 'vitest'
import { runnerOf, selectTests } from './select-tests.ts'

const E2E = ['test/e2e/sign-in.errors.spec.ts', 'test/e2e/sign-in.spec.ts']
const UNIT = [
  'test/electron/api/sign-in.test.ts',
  'test/electron/core/vault.keyring.test.ts',
  'test/electron/core/vault.test.ts',
]
const RENDERER = ['test/renderer/ui/AppButton.test.ts']
const PACKAGE = ['test/package/package.spec.ts']
const FILES = [...E2E, ...UNIT, ...RENDERER, ...PACKAGE]
const textOf = (file: string): string =>
  file === E2E[1] ? "test('asks for a code (two-factor)', …)" : 'it(…)'
const select = (name: string) => selectTests(name, FILES, textOf)
const only = (...files: string[]) => ({ files, title: null, others: [] })

it.each([
  ['a path', 'test/e2e/sign-in.spec.ts', only('test/e2e/sign-in.spec.ts')],
  ['a path as a shell completes it', './test/e2e/sign-in.spec.ts', only('test/e2e/sign-in.spec.ts')],
  ['a line', 'test/electron/core/vault.test.ts:12', only('test/electron/core/vault.test.ts:12')],
  ['a folder', 'test/e2e/', only(...E2E)],
  ['a source file', 'electron/core/vault.ts', only(UNIT[1]!, UNIT[2]!)],
  ['a component', 'renderer/ui/AppButton.vue', only(...RENDERER)],
  ['an exact name', 'sign-in', { files: [E2E[1], UNIT[0]], title: null, others: [E2E[0]] }],
  ['an aspect', 'sign-in.errors', only(E2E[0]!)],
  ['a file without its folder', 'vault.test.ts:7', { files: [`${UNIT[2]}:7`], title: null, others: [] }],
  ['a part of one path', 'appbutt', only(...RENDERER)],
  ['a part of several paths', 'vau', { candidates: [UNIT[1], UNIT[2]] }],
  ['a part of a title', 'code (two', { files: [E2E[1]], title: 'code (two', others: [] }],
  ['nothing', 'no such test', { files: [], title: 'no such test', others: [] }],
])('%s', (_what, name, selection) => {
  expect(select(name)).toEqual(selection)
})

it('each file has its runner', () => {
  expect([E2E, UNIT, RENDERER, PACKAGE].map(([file]) => runnerOf(file!))).toEqual([
    'playwright',
    'vitest',
    'vitest',
    'package',
  ])
})
