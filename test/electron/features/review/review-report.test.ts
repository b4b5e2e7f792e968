import { describe, expect, it } from 'vitest'
import { createReviewReport } from '../../../../electron/features/review/index.ts'
import type { SaveFile } from '../../../../electron/features/activity/index.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { translations } from '../../translations.ts'
import { A, setUpReviews } from './review-harness.ts'

type File = Parameters<SaveFile>[0]

function setUp(saves: SaveFile = async () => true) {
  const { start, state } = setUpReviews()
  const [account] = state.accounts
  if (account) state.accounts = [{ ...account, user: { ...account.user, timezone: 'Asia/Tokyo' } }]
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
  return { reviews, report, files, printed }
}

describe('saving the report', () => {
  it('writes each form to a file named after the day, and prints only the PDF', async () => {
    const { reviews, report, files, printed } = setUp()
    reviews.start(A)
    for (const format of ['csv', 'json', 'pdf'] as const)
      expect(await report(A, format)).toEqual(ok({ saved: true }))
    expect(files.map(({ name, kind }) => [name, kind])).toEqual([
      ['Session Desk review 1970-01-01.csv', 'CSV table'],
      ['Session Desk review 1970-01-01.json', 'JSON file'],
      ['Session Desk review 1970-01-01.pdf', 'PDF document'],
    ])
    expect(files[2]?.content).toEqual(new Uint8Array([37, 80]))
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/<bdi>Jan 1, 1970, 9:00\sAM GMT\+9<\/bdi>/)
  })

  it('reports a cancelled and a failed save, and that there is no review', async () => {
    expect(await setUp().report(A, 'csv')).toEqual(failed({ kind: 'notFound' }))
    const cancelled = setUp(async () => false)
    cancelled.reviews.start(A)
    expect(await cancelled.report(A, 'json')).toEqual(ok({ saved: false }))
    expect(await cancelled.report('other', 'json')).toEqual(failed({ kind: 'notFound' }))
    const refused = setUp(async () => {
      throw new Error('EACCES: /home/ana')
    })
    refused.reviews.start(A)
    expect(await refused.report(A, 'json')).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
  })
})
