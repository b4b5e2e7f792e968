import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, manyEnds, undoablePhase, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, describedBy, find, findMessage, get, nameOf, press, query, text } from '../../screen.ts'
import { AT, itemOf, mine, notMine, reviewItems, reviewUpdate } from './review-page.ts'

const ITEMS = reviewItems({
  1: { decided: notMine, outcome: 'stillListed' },
  2: { decided: mine },
})
const finished = () => ({
  ...reviewUpdate(ITEMS, { finishedAt: AT, openEnds: 1, ended: 2 }),
  schedule: { days: 90 as const, dueAt: AT + 90 * 86_400_000, isDue: false, finishedAt: null },
})
/** Opens the page after the review. */
async function openFinished(prepare = (_made: FakeBridge): void => {}): Promise<FakeBridge> {
  const fake = await mountApp(appState(), (made) => {
    made.review = finished()
    made.handlers['review:saveReport'] = () => ok({ saved: true })
    prepare(made)
  })
  await press('Review…')
  await findMessage('status', 'Review finished on Nov 21')
  return fake
}

describe('a finished review', () => {
  it('shows what came of it, and starts the next one at a click', async () => {
    const fake = await openFinished()
    const counts = '1 mine, 1 not mine, 0 not sure · 2 sessions ended'
    expect(text()).toContain(`${counts} · 1 session has no decision and stays signed in.`)
    expect(text()).toContain('Due on Feb 19, 2027.')
    expect(nameOf(document.querySelector('.bg-accent-fill')!)).toBe('Done')
    const rows = [...(await get('table', 'Sessions in this review')).querySelectorAll('tbody tr')]
    expect(rows.map((row) => text(row))).toEqual([
      'Session Desk on ana-laptopThis device',
      'Firefox on UbuntuNot mineStill in the list',
      'Chrome on WindowsMine',
      'Safari on iPhoneNot decided',
    ])
    expect(fake.callsOf('review:start')).toEqual([])
    await press('Start a new review')
    expect(fake.callsOf('review:start')).toEqual([{ accountId: 'a1' }])
  })

  it('is left by its first button', async () => {
    await openFinished()
    await press('Done')
    await get('heading', 'Sessions')
  })

  it.each([
    [undoablePhase(), 'Ending…'],
    [{ kind: 'going', wait: null } as const, 'Ending…'],
    [{ kind: 'paused' } as const, 'Paused'],
    [{ kind: 'waiting' } as const, 'Ends when online'],
    [{ kind: 'done' } as const, 'Not confirmed yet'],
  ])('says of an end that is not settled what the list says: %o', async (phase, told) => {
    const fake = await openFinished((made) => {
      const items = reviewItems({ 1: { decided: notMine, outcome: 'waiting' } })
      made.review = { ...finished(), items }
    })
    const state = phase.kind === 'done' ? 'ended' : 'waiting'
    fake.changeEnds(manyEnds(phase, { 2: state }, { cause: 'review' }))
    const table = await get('table', 'Sessions in this review')
    await vi.waitFor(() => expect(text(table)).toContain(`Firefox on UbuntuNot mine${told}Chrome`))
  })

  it.each([
    ['waiting', 'Not confirmed yet'],
    ['ended', 'Ended'],
    ['gone', 'No longer signed in'],
    ['unclear', 'Not confirmed'],
  ] as const)('tells that a session is %s', async (outcome, told) => {
    const fake = await openFinished()
    const items = [itemOf(1, { decided: notMine, outcome })]
    fake.emit('review:changed', { ...finished(), items, isWhole: false })
    const table = await get('table', 'Sessions in this review')
    await vi.waitFor(() => expect(text(table)).toMatch(new RegExp(`Firefox on UbuntuNot mine${told}Chrome`)))
    // Each of the two states has its icon.
    expect(table.querySelectorAll('tbody tr:nth-child(2) svg')).toHaveLength(2)
  })

  it('says in the link to the sessions that the next one is due', async () => {
    await mountApp(appState({ dueReviews: ['a1'] }))
    const link = all('link').find((element) => text(element).startsWith('Sessions'))
    expect(describedBy(link!)).toBe('Review due')
  })

  it('saves its report, says so, and says why it could not', async () => {
    const fake = await openFinished()
    await press('Save report…')
    await press('CSV, for spreadsheets', 'menuitem')
    await findMessage('status', 'The report was saved.')
    expect(fake.callsOf('review:saveReport')).toEqual([{ accountId: 'a1', format: 'csv', finishedAt: AT }])
    fake.handlers['review:saveReport'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    await press('Save report…')
    await press('PDF, for printing', 'menuitem')
    await find('an alert', () => all('alert')[0])
    expect(text()).not.toContain('The report was saved.')
  })

  it('lists the reviews before it, each with its report', async () => {
    const [may, february] = [Date.UTC(2026, 4, 20), Date.UTC(2026, 1, 19)]
    const fake = await openFinished((made) => (made.review = { ...finished(), earlier: [may, february] }))
    await get('heading', 'Earlier reviews')
    const saves = all('button').filter((button) => nameOf(button).startsWith('Save report…'))
    const names = ['Save report…', 'Save report… May 20, 12:00 AM', 'Save report… Feb 19, 12:00 AM']
    expect(saves.map(nameOf)).toEqual(names)
    await press('Save report… Feb 19, 12:00 AM')
    await press('CSV, for spreadsheets', 'menuitem')
    await findMessage('status', 'The report was saved.')
    expect(fake.callsOf('review:saveReport')).toMatchObject([{ format: 'csv', finishedAt: february }])
    fake.emit('review:changed', { ...finished(), earlier: [] })
    await vi.waitFor(() => expect(query('heading', 'Earlier reviews')).toBeNull())
  })
})
