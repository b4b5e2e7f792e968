import { expect, it } from 'vitest'
import type { AccountAlerts } from '../../../../electron/shared/activity.ts'
import { alertRows, holdAlertRows, openAlerts } from '../../../../renderer/features/activity/alert-rows.ts'

const alertsOf = (
  accountId: string,
  times: [id: number, at: number][],
  count = times.length,
): AccountAlerts => {
  const newest = times.map(([key, at]) => ({ accountId, key, name: `Device ${key}`, at }))
  return { accountId, count, newest }
}
const A = alertsOf(
  'a',
  [
    [3, 90],
    [2, 80],
    [1, 70],
  ],
  12,
)
const B = alertsOf('b', [[1, 10]])
const C = alertsOf('c', [[5, 95]])
const textsOf = (rows: ReturnType<typeof alertRows>): string[] =>
  rows.map(({ accountId, key, isOpen }) => `${accountId}${key}${isOpen ? '' : ' decided'}`)

it('begins with the newest sign-in of each account, so that one with many hides no other', () => {
  expect(textsOf(alertRows([A, B, C]))).toEqual(['c5', 'a3', 'b1', 'a2', 'a1'])
})

it('counts no sign-in that is being ended, and leaves out accounts without another', () => {
  const open = openAlerts([A, B], (accountId, { key }) => accountId === 'b' || key === 2)
  expect(open.map(({ accountId, count }) => [accountId, count])).toEqual([['a', 11]])
  expect(open[0]!.newest.map(({ key }) => key)).toEqual([3, 1])
})

it('keeps rows in their places, and tells those that are decided', () => {
  const shown = alertRows([A, B]).slice(0, 3)
  expect(textsOf(holdAlertRows(shown, alertRows([C, alertsOf('a', [[2, 80]])])))).toEqual([
    'a3 decided',
    'b1 decided',
    'a2',
  ])
})
