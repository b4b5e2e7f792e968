import { describe, expect, it } from 'vitest'
import {
  type AboutDependencies,
  aboutPanel,
  createAbout,
} from '../../../../electron/features/desktop/about.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { translations } from '../../translations.ts'

const MAIN = [{ name: 'zod', version: '4.6.7', identifier: 'MIT', text: 'Copyright Colin\n' }]
const WINDOW = [
  { name: 'vue', version: '3.5.45', identifier: 'MIT', text: 'Copyright Evan', category: 'ignored' },
  { name: 'lazy-val', version: '1.0.5', identifier: null },
  MAIN[0],
]

function setUp(readLicenses: AboutDependencies['readLicenses']) {
  const copied: string[] = []
  const about = createAbout({
    facts: () => ({ version: '0.1.0', runtime: 'Electron 45.4.1, Node 24', system: 'linux 6.1.0 x64' }),
    toClipboard: async (text) => void copied.push(text),
    readLicenses,
  })
  return { about, copied }
}

const reading = (...lists: unknown[]) =>
  setUp(async () => ({ own: 'MIT License\n', lists: lists.map((list) => JSON.stringify(list)) })).about

describe('about', () => {
  it('copies the versions and the system as one line', async () => {
    const { about, copied } = setUp(() => Promise.reject(new Error('not asked')))
    expect(await about.copyVersion()).toEqual(ok(null))
    expect(copied).toEqual(['Session Desk 0.1.0 (Electron 45.4.1, Node 24; linux 6.1.0 x64)'])
  })

  it('has the licence of the app, then each library once, by name', async () => {
    expect(await reading(MAIN, WINDOW).licenses()).toEqual(
      ok([
        { name: 'Session Desk', version: '0.1.0', license: 'MIT', text: 'MIT License' },
        { name: 'lazy-val', version: '1.0.5', license: null, text: null },
        { name: 'vue', version: '3.5.45', license: 'MIT', text: 'Copyright Evan' },
        { name: 'zod', version: '4.6.7', license: 'MIT', text: 'Copyright Colin' },
      ]),
    )
  })

  it.each([
    ['a list is not one', reading(MAIN, { name: 'vue' })],
    ['a name is too long', reading([{ name: 'v'.repeat(201), version: '1' }])],
    ['a text is too long', reading([{ ...MAIN[0], text: 'M'.repeat(100_001) }])],
    ['there are too many', reading(Array.from({ length: 1_001 }, () => MAIN[0]))],
    ['a file is missing', setUp(() => Promise.reject(new Error('ENOENT'))).about],
  ])('has no licences when %s', async (_case, about) => {
    expect(await about.licenses()).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
  })

  it('gives the panel of macOS the same facts', () => {
    expect(aboutPanel('0.1.0', 'Electron 45.4.1', translations())).toEqual({
      applicationName: 'Session Desk',
      applicationVersion: '0.1.0',
      version: 'Electron 45.4.1',
      copyright: 'MIT licence. The licences of the libraries are in Settings.',
    })
  })
})
