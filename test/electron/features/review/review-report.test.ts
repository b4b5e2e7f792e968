import { describe, expect, it } from 'vitest'
import { createReviewReport, type Reviews } from '../../../../electron/features/review/index.ts'
import type { SaveFile } from '../../../../electron/core/ports.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { translations } from '../../translations.ts'
import { A, DAY, setUpReviews } from './review-harness.ts'
import { keyOf } from '../../../support/builders.ts'

/** The keys of the listed sessions but this device. */
const KEYS = [2, 3, 4].map((id) => keyOf({ id }))

type File = Parameters<SaveFile>[0]

/** Finishes a review with this decision on each session; returns when. */
function finishOne(reviews: Reviews, decision: 'mine' | 'notSure' = 'mine'): number {
  reviews.start(A)
  expect(reviews.decide(A, reviews.get(A).review!.startedAt, KEYS, decision)).toEqual(ok(null))
  expect(reviews.finish(A, [])).toEqual(ok(null))
  return reviews.get(A).review!.finishedAt!
}

function setUp(saves: SaveFile = async () => '/home/ana/report') {
  const { start, state, clock } = setUpReviews()
  const [account] = state.accounts
  if (account) state.accounts = [{ ...account, user: { ...account.user, timezone: 'America/Sao_Paulo' } }]
  const reviews = start()
  const files: File[] = []
  const printed: string[] = []
  const report = createReviewReport({
    accounts: { get: (id) => state.accounts.find((account) => account.id === id) ?? null },
    reviews,
    saveFile: async (file) => (files.push(file), saves(file)),
    printPage: async ({ html }) => (printed.push(html), new Uint8Array([37, 80])),
    t: translations(),
    locale: () => 'en',
  })
  return { reviews, report, files, printed, clock }
}

describe('saving the report', () => {
  it('writes each form to a file named after the day, and prints only the PDF', async () => {
    const { reviews, report, files, printed } = setUp()
    const at = finishOne(reviews)
    for (const format of ['csv', 'pdf'] as const)
      expect(await report.save(A, format, at)).toEqual(ok({ saved: true }))
    expect(files.map(({ name, kind }) => [name, kind])).toEqual([
      ['Session Desk review 1969-12-31.csv', 'CSV table'],
      ['Session Desk review 1969-12-31.pdf', 'PDF document'],
    ])
    expect(files[1]?.content).toEqual(new Uint8Array([37, 80]))
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/<bdi>Dec 31, 1969, 9:00 PM<\/bdi>/)
    expect(printed[0]).toContain('<dt>Time zone</dt><dd><bdi>São Paulo (UTC−03:00)</bdi></dd>')
  })

  it('reports a cancelled and a failed save, and that there is no such review', async () => {
    const cancelled = setUp(async () => null)
    expect(await cancelled.report.save(A, 'csv', 0)).toEqual(failed({ kind: 'notFound' }))
    const at = finishOne(cancelled.reviews)
    expect(await cancelled.report.save(A, 'csv', at)).toEqual(ok({ saved: false }))
    expect(await cancelled.report.save('other', 'csv', at)).toEqual(failed({ kind: 'notFound' }))
    const refused = setUp(async () => {
      throw new Error('EACCES: /home/ana')
    })
    expect(await refused.report.save(A, 'csv', finishOne(refused.reviews))).toEqual(
      failed({ kind: 'misconfigured', reason: 'storage' }),
    )
  })

  it('saves a review that was finished before, named after its day', async () => {
    const { reviews, report, files, clock } = setUp()
    const earlier = finishOne(reviews, 'notSure')
    clock.jump(DAY)
    for (const finishedAt of [earlier, finishOne(reviews)])
      expect(await report.save(A, 'csv', finishedAt)).toEqual(ok({ saved: true }))
    expect(files.map(({ name }) => name)).toEqual([
      'Session Desk review 1969-12-31.csv',
      'Session Desk review 1970-01-01.csv',
    ])
    const decisionIn = (content: File['content']) => /,(Mine|Not sure),/.exec(String(content))?.[1]
    expect(files.map(({ content }) => decisionIn(content))).toEqual(['Not sure', 'Mine'])
    expect(await report.save(A, 'csv', earlier + 1)).toEqual(failed({ kind: 'notFound' }))
  })
})
