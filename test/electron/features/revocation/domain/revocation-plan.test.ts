import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RevocationTarget } from '../../../../../electron/shared/ends.ts'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { planRevocation } from '../../../../../electron/features/revocation/domain/revocation-plan.ts'
import { keyOf } from '../../../../support/builders.ts'
import { keyFor, sessionOf } from '../lists-harness.ts'

const row = (id: number, isCurrent = false) => sessionOf(id, { isCurrent })
const others: RevocationTarget = { kind: 'others' }
const these = (...ids: number[]): RevocationTarget => ({
  kind: 'these',
  keys: ids.map((id) => keyFor(id)),
})
const why = (sessions: ApiSession[], choice: RevocationTarget, withToken = false): string => {
  const plan = planRevocation(sessions, choice, withToken, keyOf)
  return plan.ok ? plan.sessions.map(({ id }) => id).join(' ') : plan.reason
}

describe('the plan of a revocation', () => {
  it.each<[string, ApiSession[], RevocationTarget, boolean, string]>([
    ['all others', [row(1, true), row(2), row(3)], others, false, '2 3'],
    ['the chosen ones', [row(1, true), row(2), row(3)], these(3), false, '3'],
    ['none that is not listed any more', [row(1, true), row(2)], these(2, 9), false, '2'],
    ['nothing, when all of them are gone', [row(1, true), row(2)], these(9), false, 'nothing'],
    ['nothing, when there are no others', [row(1, true)], others, false, 'nothing'],
    ['no guess, when no session is this device', [row(1), row(2)], others, false, 'deviceUnclear'],
    ['no guess either for chosen ones', [row(1), row(2)], these(2), false, 'deviceUnclear'],
    ['no guess, when several are', [row(1, true), row(2, true), row(3)], others, false, 'deviceUnclear'],
    ['never this device', [row(1, true), row(2)], these(1, 2), false, 'thisDevice'],
    ['no others than an API token', [row(1), row(2)], others, true, 'deviceUnclear'],
    ['what a person with an API token picked', [row(1), row(2)], these(2), true, '2'],
    ['no guess with an API token either', [row(1, true), row(2, true)], these(2), true, 'deviceUnclear'],
  ])('is %s', (_what, sessions, choice, withToken, expected) => {
    expect(why(sessions, choice, withToken)).toBe(expected)
  })

  it('never has the current session, nor one that was not selected or not listed', () => {
    const list = fc.uniqueArray(fc.tuple(fc.nat(40), fc.boolean()), { selector: ([id]) => id, maxLength: 40 })
    const choices = fc.oneof(
      fc.constant(others),
      fc.array(fc.nat(45)).map((ids) => these(...ids)),
    )
    fc.assert(
      fc.property(list, choices, fc.boolean(), (rows, choice, withToken) => {
        const sessions = rows.map(([id, isCurrent]) => row(id, isCurrent))
        const plan = planRevocation(sessions, choice, withToken, keyOf)
        if (!plan.ok) return
        expect(plan.sessions.every(({ isCurrent }) => !isCurrent)).toBe(true)
        expect(plan.sessions.every((planned) => sessions.includes(planned))).toBe(true)
        const ids = plan.sessions.map(({ id }) => id)
        if (choice.kind === 'these') expect(ids.every((id) => choice.keys.includes(keyFor(id)))).toBe(true)
        else expect(ids).toHaveLength(sessions.length - 1)
      }),
    )
  })
})
