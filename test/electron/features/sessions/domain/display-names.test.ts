import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seenName } from '../../../../../electron/shared/same-names.ts'
import {
  byAge,
  distinctNames,
  markedName,
  tellApart,
  type Twin,
} from '../../../../../electron/features/sessions/domain/display-names.ts'

it('the order of new sessions is by age, the oldest first, unknown age last', () => {
  const ages = [30, null, 10, null].map((createdAt, index) => ({ id: 4 - index, createdAt }))
  expect(byAge(ages).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})

describe('names in one list', () => {
  type Named = Parameters<typeof distinctNames>[0][number]
  /** A session with a name or, marked by `!`, an alias. */
  const named = (text: string, index: number): Named => {
    const [name = '', isAlias] = text.split('!')
    return { key: index + 1, name, isAlias: isAlias !== undefined }
  }
  const shown = (sessions: readonly Named[]): (string | undefined)[] => {
    const names = distinctNames(sessions)
    return [...sessions].sort((a, b) => a.key - b.key).map(({ key }) => names.get(key))
  }

  it.each<[string, string[], string[]]>([
    ['are different', ['Phone', 'Tablet'], ['Phone', 'Tablet']],
    ['are equal', ['Phone', 'Phone', 'Phone'], ['Phone', 'Phone (2)', 'Phone (3)']],
    ['look alike', ['Fire\u200Dfox', 'Firefox'], ['Fire\u200Dfox', 'Firefox (2)']],
    ['equal an alias', ['Phone', 'Phone!', 'Tablet'], ['Phone (2)', 'Phone', 'Tablet']],
    ['are equal aliases', ['Work!', 'Phone', 'Work!'], ['Work', 'Phone', 'Work (2)']],
    ['equal a numbered alias', ['Work!', 'Work (2)!', 'Work'], ['Work', 'Work (2)', 'Work (3)']],
  ])('are as they are, or numbered by keys, if they %s', (_what, texts, names) => {
    const sessions = texts.map(named)
    expect([shown(sessions), shown(sessions.toReversed())]).toEqual([names, names])
  })

  it('are unique, whatever they are, and the same in every order', () => {
    const name = fc.constantFrom('Work', 'Work (2)', 'Wo\u200Drk', 'Phone', 'Phone (2) (2)', '')
    const session = fc.record({ key: fc.integer(), name, isAlias: fc.boolean() })
    const lists = fc.uniqueArray(session, { selector: ({ key }) => key })
    fc.assert(
      fc.property(lists, (list) => {
        const names = shown(list)
        expect(new Set(names.map((each) => seenName(each ?? ''))).size).toBe(list.length)
        expect(shown(list.toReversed())).toEqual(names)
      }),
    )
  })
})

describe('telling equal names apart', () => {
  const dates = { day: (at: number) => `day ${Math.floor(at / 10)}`, moment: (at: number) => `time ${at}` }
  const say = (_key: string, named: Record<string, string | number> = {}): string =>
    `${named['name']} (${named['date']})`
  const namesOf = (twins: readonly Twin[]): string[] => {
    const marks = tellApart(twins, () => 'OkHttp', dates)
    return twins.map((twin) => markedName('OkHttp', marks.get(twin), say))
  }

  it('uses the day, or the time if the day is taken, or else a number, in the order of keys', () => {
    const ages = { 2: 11, 1: 10, 3: 12, 4: 12, 5: null, 6: null }
    const twins = [2, 1, 3, 4, 5, 6].map((key): Twin => ({ key, signedInAt: ages[key as keyof typeof ages] }))
    expect(namesOf(twins)).toEqual([
      'OkHttp (day 1)',
      'OkHttp',
      'OkHttp (time 12)',
      'OkHttp (time 12) (2)',
      'OkHttp (2)',
      'OkHttp (3)',
    ])
  })

  it('makes unique names, which later sessions do not change, and which are the same once they are recorded', () => {
    const times = fc.array(fc.option(fc.integer({ min: 0, max: 99 })), { maxLength: 30 })
    fc.assert(
      fc.property(times, times, (first, later) => {
        const twins = [...first, ...later].map((signedInAt, index): Twin => ({ key: index + 1, signedInAt }))
        const names = namesOf(twins)
        expect(new Set(names).size).toBe(names.length)
        expect(names.slice(0, first.length)).toEqual(namesOf(twins.slice(0, first.length)))
        const unrecorded = twins.slice(first.length).map((twin): Twin => ({ ...twin, key: Infinity }))
        expect(namesOf([...twins.slice(0, first.length), ...unrecorded])).toEqual(names)
      }),
    )
  })

  it('stays fast if all names are equal', () => {
    const twins = Array.from({ length: 10_000 }, (_, index): Twin => ({ key: index + 1, signedInAt: null }))
    const asked: Twin[] = []
    const marks = tellApart(twins, (twin) => (asked.push(twin), 'curl'), dates)
    expect([marks.size, marks.get(twins.at(-1)!)]).toEqual([9_999, { date: null, number: 10_000 }])
    expect(asked).toHaveLength(10_000)
  })
})
