import { expect, it } from 'vitest'
import {
  isSamePlan,
  planRevocation,
  type PlanContext,
  type PlanObstacle,
} from '../../../electron/shared/revocation-plan.ts'

const OTHERS = null
const AS = {
  user: { isApiToken: false },
  apiToken: { isApiToken: true },
  single: { isApiToken: false, isSingle: true },
  begun: { isApiToken: false, begun: new Set([2]) },
} satisfies Record<string, PlanContext>

/** Lists have rows with the keys 1, 2 and so on; `marked` are this device. */
it.each<[string, number, number[], number[] | null, keyof typeof AS, number[] | PlanObstacle]>([
  ['all others', 3, [1], OTHERS, 'user', [2, 3]],
  ['all others of an API token that is marked nevertheless', 3, [1], OTHERS, 'apiToken', [2, 3]],
  ['the others that are not being ended', 3, [1], OTHERS, 'begun', [3]],
  ['the chosen ones', 3, [1], [3], 'user', [3]],
  ['those of them that are listed, in the order of the list', 3, [1], [3, 2, 9], 'user', [2, 3]],
  ['those of them that are not being ended', 3, [1], [2, 3], 'begun', [3]],
  ['nothing, if all of them are being ended', 3, [1], [2], 'begun', 'nothing'],
  ['nothing, if none of them is listed', 2, [1], [9], 'user', 'nothing'],
  ['nothing, if there are no others', 1, [1], OTHERS, 'user', 'nothing'],
  ['no others, if none is this device', 2, [], OTHERS, 'user', 'deviceUnclear'],
  ['no others, if several are this device', 3, [1, 2], OTHERS, 'user', 'deviceUnclear'],
  ['no chosen ones, if none is this device', 2, [], [2], 'user', 'deviceUnclear'],
  ['no chosen ones, if several are this device', 3, [1, 2], [3], 'user', 'deviceUnclear'],
  ['nothing, if this device is chosen', 2, [1], [1, 2], 'user', 'thisDevice'],
  ['one, if none is this device', 2, [], [2], 'single', [2]],
  ['one, if several are this device', 3, [1, 2], [3], 'single', [3]],
  ['not this device, even alone', 3, [1, 2], [1], 'single', 'thisDevice'],
  ['nothing, if that one is not listed', 2, [], [9], 'single', 'nothing'],
  ['no others, by an API token', 2, [], OTHERS, 'apiToken', 'apiToken'],
  ['chosen ones, by an API token', 2, [], [2], 'apiToken', [2]],
  ['no chosen ones, if several are marked by an API token', 3, [1, 2], [3], 'apiToken', 'deviceUnclear'],
])('ends %s', (_what, count, marked, keys, as, expected) => {
  const rows = Array.from({ length: count }, (_, at) => ({ key: at + 1, isCurrent: marked.includes(at + 1) }))
  const { ends, stays, obstacle } = planRevocation(rows, keys, AS[as])
  expect(obstacle ?? ends.map(({ key }) => key)).toEqual(expected)
  expect(stays?.key ?? null).toBe(marked.length === 1 ? marked[0] : null)
  expect(ends.length === 0).toBe(obstacle !== null)
})

it('is as the person confirmed it if it has the same sessions, in any order', () => {
  const confirmed = [[5, 4], [5, 4, 4], [4], [4, 6], [4, 5, 6]]
  expect(confirmed.map((keys) => isSamePlan([4, 5], keys))).toEqual([true, true, false, false, false])
})
