import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../electron/shared/languages.ts'
import { configuration } from './configuration.ts'
import { projectRoot } from '../../support/project-root.ts'
import type { Runtime } from '../../support/runtime/pinned.ts'

const runtime: Runtime = {
  path: '/dist/electron',
  dist: '/dist',
  version: '45.4.1',
  source: 'installer',
  tryout: false,
}

describe('a package', () => {
  const made = (isRelease: boolean) =>
    configuration({ root: projectRoot(), version: '1.0.0', runtime, isRelease })

  it('requires an identity on macOS for a release', () => {
    expect(made(true).mac).toEqual({ forceCodeSigning: true })
    expect(made(false).mac).toBeUndefined()
  })

  it("has Chromium's texts in each language of the app", () => {
    expect(made(false).electronLanguages).toEqual(expect.arrayContaining([...LANGUAGES]))
  })

  it('says in its version that it was made with the fallback', () => {
    const tryout = { ...runtime, tryout: true, version: '33.2.1' }
    expect(
      configuration({ root: projectRoot(), version: '1.0.0', runtime: tryout, isRelease: false }),
    ).toMatchObject({
      electronDist: '/dist',
      extraMetadata: { version: '1.0.0-tryout.33.2.1' },
    })
  })
})
