import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, MAX_CONNECTION_IDLE_MS } from '../../../electron/api/transport.ts'
import { MAX_CLOCK_DIFFERENCE_MS } from '../../../electron/domain/token-facts.ts'
import { MAX_HISTORY_MS } from '../../../electron/shared/activity.ts'
import { CHALLENGE_LIFETIME_MS } from '../../../electron/features/auth/domain/challenge.ts'
import * as logoutRetry from '../../../electron/features/auth/domain/logout-retry.ts'
import { MAX_GUESSED_MS } from '../../../electron/features/auth/token-origins.ts'
import { INACTIVE_DAYS } from '../../../electron/features/desktop/domain/tray-menu.ts'
import { VERIFICATION_WINDOW_MS } from '../../../electron/features/password/passwords.ts'
import { MAX_WAIT_MS } from '../../../electron/features/revocation/follow-list.ts'
import { GAPS_MS } from '../../../electron/features/revocation/second-looks.ts'
import { RUN_INTERVAL_MS } from '../../../electron/features/rules/domain/end-rules.ts'
import { LONG_LOOK_MS, SECOND_LOOK_MS } from '../../../electron/features/sessions/domain/observations.ts'
import { checkEvery } from '../../../electron/features/sessions/domain/polling.ts'
import { RETENTION_MS } from '../../../electron/features/sessions/domain/references.ts'
import { LONG_UNUSED_MS } from '../../../electron/features/sessions/domain/update-record.ts'
import { MAX_LOG_BYTES } from '../../../electron/platform/storage/log.ts'
import { UNDO_WINDOW_MS } from '../../../electron/shared/ends.ts'
import { LANGUAGES, type Language } from '../../../electron/shared/languages.ts'
import { MAX_LAST_KNOWN_ROWS } from '../../../electron/shared/last-known-list.ts'
import { RULE_DAYS } from '../../../electron/shared/rules.ts'
import { LAST_USE_DAYS } from '../../../renderer/features/session-list/session-groups.ts'
import { projectRoot } from '../../support/project-root.ts'
import { LOCALES_FOLDER } from '../translations.ts'
import { count, quantitiesIn, readDocumentation, readText, size, time } from './quantities.ts'

const DAY_MS = 86_400_000
const days = (number: number): string => time(number * DAY_MS)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The texts of the app with a number that a constant decides, by key. Prefer a placeholder, which is no number. */
const TEXTS: Record<string, string> = {
  'activity.types.usedAgain': time(LONG_UNUSED_MS),
  'bulkRevocation.stop.tooOld': time(MAX_WAIT_MS),
  'listView.groups.month': days(LAST_USE_DAYS.month),
  'listView.groups.week': days(LAST_USE_DAYS.week),
  'queuedEnds.dialog': time(MAX_WAIT_MS),
  'queuedEnds.why.tooOld': time(MAX_WAIT_MS),
  'rules.about': time(RUN_INTERVAL_MS),
  'rules.askText': time(RUN_INTERVAL_MS),
  'settings.pollInterval.about': time(checkEvery('hidden', '10s')),
}

/** The texts with a number that no constant decides, with the reason. */
const OTHER_TEXTS: Record<string, [quantity: string, reason: string]> = {
  'listView.daysWrong': [count(1), 'fewer are none'],
  'twoFactor.short': [count(6), 'the field of the code takes as many'],
}

/** The sentences of the documentation with a number that a constant decides, by file. */
const SENTENCES: Record<string, readonly string[]> = {
  'README.md': [`You have ${time(UNDO_WINDOW_MS)} to undo.`],
  'ARCHITECTURE.md': [
    `it can be undone for ${time(UNDO_WINDOW_MS)}.`,
    `two good lists without it, ${time(SECOND_LOOK_MS)} apart`,
  ],
  'CONTRIBUTING.md': [],
  'SECURITY.md': [
    `A response may have ${size(DEFAULT_LIMITS.bytes)} and take ${time(DEFAULT_LIMITS.time)},`,
    `at most ${count(logoutRetry.MAX_TRIES, 'times')} in one run and for ${time(logoutRetry.MAX_AGE_MS)},`,
    `a sign-in that waits for its code, for ${time(CHALLENGE_LIFETIME_MS)};`,
    `a change whose outcome is unknown, for ${time(VERIFICATION_WINDOW_MS)},`,
    `names, ids and times of sessions, for ${time(MAX_HISTORY_MS)} at most`,
    `the first ${count(MAX_LAST_KNOWN_ROWS, 'sessions')} of each account`,
    `until ${time(RETENTION_MS)} after the session is gone`,
    `two files of ${size(MAX_LOG_BYTES)} at most`,
    `that began within ${time(MAX_CLOCK_DIFFERENCE_MS)} of it`,
    `that began within ${time(MAX_GUESSED_MS)} of the renewal`,
  ],
  'CHANGELOG.md': [
    `after ${time(UNDO_WINDOW_MS)} more to undo. After ${time(MAX_WAIT_MS)} the app asks first`,
    `End one session, with ${time(UNDO_WINDOW_MS)} to undo.`,
    `two lists, ${time(SECOND_LOOK_MS)} apart, no longer have it; ${time(LONG_LOOK_MS)} apart,`,
    `up to ${count(GAPS_MS.length, 'lists')} are asked for within ${time(sum(GAPS_MS))} before`,
    `nobody used for ${days(RULE_DAYS[0])} to ${days(RULE_DAYS.at(-1) ?? NaN)}.`,
    `end those that nobody used for ${days(INACTIVE_DAYS)},`,
  ],
  'electron/README.md': [`the ${time(UNDO_WINDOW_MS)} before a revocation is sent`],
  'electron/api/README.md': [`and ${time(MAX_CONNECTION_IDLE_MS)} after the last one`],
  'renderer/README.md': [],
}

/** The sentences with a number that no constant decides, with the reason. */
const OTHER_SENTENCES: Record<string, Record<string, string>> = {
  'SECURITY.md': {
    [`its last ${count(4, 'characters')} and ${count(64, 'bits')}`]: 'accounts are stored with them',
  },
}

/** The sections of which no constant decides: measurements, how long commands take, and released versions. */
const LEFT_OUT: Record<string, RegExp> = {
  'README.md': /^(Try it, test it|How fast it is)$/,
  'ARCHITECTURE.md': /^(Decisions|Further figures of speed)$/,
  'CONTRIBUTING.md': /^(Set up|Commands)$/,
  'SECURITY.md': /^How it was tried$/,
  'CHANGELOG.md': /^\[(?!Unreleased\])/,
}

type Tree = { [key: string]: string | Tree }

function flat(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
}

const textsIn = (language: Language): [key: string, text: string][] =>
  flat(JSON.parse(readFileSync(join(LOCALES_FOLDER, `${language}.json`), 'utf8')) as Tree)

describe('the numbers in the texts of the app', () => {
  it.each(LANGUAGES)('are placeholders, or those of constants, in %s', (language) => {
    const wrong = textsIn(language).flatMap(([key, text]) => {
      const read = readText(text, language)
      const right = TEXTS[key] ?? OTHER_TEXTS[key]?.[0]
      const others = quantitiesIn(read).filter((quantity) => quantity !== right)
      return others.length === 0 ? [] : [`${key}, which must say ${right ?? 'no number'}: ${read}`]
    })
    expect(wrong).toEqual([])
  })

  it('are said, in English each of them', () => {
    const said = (keys: object, languages: readonly Language[]): string[] =>
      Object.keys(keys).filter(
        (key) =>
          !languages.some((language) =>
            textsIn(language).some(
              ([each, text]) => each === key && quantitiesIn(readText(text, language))[0],
            ),
          ),
      )
    expect([...said(TEXTS, ['en']), ...said(OTHER_TEXTS, LANGUAGES)]).toEqual([])
  })
})

describe('the numbers with a unit in the documentation', () => {
  it.each(Object.keys(SENTENCES))('are those of constants: %s', (file) => {
    const sections = readFileSync(join(projectRoot(), file), 'utf8').split(/^## /m)
    const isRead = (section: string): boolean => !LEFT_OUT[file]?.test(section.split('\n')[0] ?? '')
    let left = readDocumentation(sections.filter(isRead).join('\n'))
    const sentences = [...(SENTENCES[file] ?? []), ...Object.keys(OTHER_SENTENCES[file] ?? {})]
    const missing = sentences.filter((sentence) => !left.includes(sentence))
    for (const sentence of sentences) left = left.replaceAll(sentence, '')
    expect({ missing, unexpected: left.match(/.{0,60}‹.*?›.{0,40}/g) ?? [] }).toEqual({
      missing: [],
      unexpected: [],
    })
  })
})
