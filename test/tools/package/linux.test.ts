import { describe, expect, it } from 'vitest'
import { EXIT_CODES, OWN_USAGE, PASSED_ON_USAGE } from '../../../electron/platform/domain/help-text.ts'
import { LANGUAGES } from '../../../electron/shared/languages.ts'
import { projectRoot } from '../../support/project-root.ts'
import { copyrightFile, noticesIn } from './copyright.ts'
import { alternatives } from './dependencies.ts'
import { desktopFile } from './desktop-entry.ts'
import { isReachable, packageVersion, readFacts, releasesIn } from './facts.ts'
import { manPage } from './man-page.ts'
import { metainfo } from './metainfo.ts'

const DAY = new Date('2026-11-26')
const facts = await readFacts(projectRoot(), '0.1.0-tryout.33.2.1')

describe('what the packages for Linux say', () => {
  it('is a version whose test builds sort below it', () => {
    expect([packageVersion('0.1.0-tryout.33.2.1'), packageVersion('1.2.0')]).toEqual([
      '0.1.0~tryout.33.2.1',
      '1.2.0',
    ])
  })

  it('names the releases of the changelog, and the version that is made until its own is there', () => {
    const changelog = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n## [0.1.0] - 2026-11-01\n'
    const versions = (making: string) =>
      releasesIn(changelog, making, DAY).map(({ version, isOut }) => `${version} ${isOut}`)
    expect(versions('0.2.0')).toEqual(['0.2.0 true', '0.1.0 true'])
    expect(versions('0.3.0')).toEqual(['0.3.0 false', '0.2.0 true', '0.1.0 true'])
  })

  it('is no release while the project has neither homepage nor address', () => {
    const author = { name: 'A', email: 'a@chat.example' }
    expect(isReachable({ homepage: 'https://chat.example/desk', author })).toBe(true)
    expect(isReachable({ homepage: 'https://desk.invalid/', author })).toBe(false)
    expect(
      isReachable({ homepage: 'https://chat.example', author: { ...author, email: 'a@b.invalid' } }),
    ).toBe(false)
  })

  it('is in each language of the app', () => {
    for (const text of [desktopFile(facts), metainfo(facts)])
      for (const language of LANGUAGES.filter((each) => each !== 'en'))
        expect(text).toContain(language.replace('-', '_'))
    expect(desktopFile(facts)).toContain('\nName[es]=Sesiones\n')
  })

  it('describes in the man page what --help does', () => {
    const page = manPage(facts)
    const plain = page.replaceAll('\\-', '-').replaceAll('\\&', '')
    for (const { usage, text } of OWN_USAGE) expect(plain).toContain(`${usage}\n${text}\n`)
    for (const { switches } of PASSED_ON_USAGE) for (const name of switches) expect(plain).toContain(name)
    for (const { code, text } of EXIT_CODES) expect(plain).toContain(`${code}\n${text}\n`)
    // Only a macro may begin with a dot.
    for (const line of page.split('\n'))
      if (/^[.']/.test(line)) expect(line).toMatch(/^\.(TH|SH|TP|PP|B|BI|I|RI|UR|UE)( |$)/)
  })
})

it('a dependency that was renamed is there by both names', () => {
  const output =
    'shlibs:Depends=libasound2 (>= 1.0.17), libc6 (>= 2.34), libgtk-3-0t64 (>= 3.9.10), libxext6\n'
  expect(alternatives(output)).toEqual([
    'libasound2t64 (>= 1.0.17) | libasound2 (>= 1.0.17)',
    'libc6 (>= 2.34)',
    'libgtk-3-0t64 (>= 3.9.10) | libgtk-3-0 (>= 3.9.10)',
    'libxext6',
  ])
})

describe('the copyright file', () => {
  const part = (name: string, text: string) =>
    `<div class="product"><span class="title">${name}</span><div class="license"><pre>\n${text}</pre></div></div>`
  const chromium = [
    part('Abseil', 'A &amp; B\n\nC'),
    part('Skia &lt;3', 'other'),
    part('Zlib', 'A  &amp; B C '),
  ].join('\n')

  it('has each notice of Chromium once, with all that it is of', () => {
    expect(noticesIn(chromium)).toEqual([
      { names: ['Abseil', 'Zlib'], text: 'A & B\n\nC' },
      { names: ['Skia <3'], text: 'other' },
    ])
    expect(() => noticesIn('<html></html>')).toThrow('another shape')
  })

  it('folds every text, so that none ends a paragraph', () => {
    const texts = { license: 'MIT\n\nCopyright (c) 2026 Us\n', libraries: 'vue\n\nMIT', electron: 'E' }
    const paragraphs = copyrightFile(facts, { ...texts, chromium }).split('\n\n')
    expect(paragraphs.map((paragraph) => paragraph.split('\n')[0])).toEqual([
      'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
      'Files: *',
      'Files: usr/lib/session-desk/resources/app.asar',
      'Files: usr/lib/session-desk/session-desk',
      ...['Expat', 'bundled-libraries', 'electron', 'chromium-notices'].map((name) => `License: ${name}`),
    ])
    expect(paragraphs.at(-1)).toContain('\n Abseil, Zlib\n .\n A & B\n .\n C\n')
  })
})
