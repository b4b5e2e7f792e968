import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultSchema } from '../service/faults/model.ts'
import type { FaultInput } from '../service/faults/model.ts'
import { planFaults, strikes } from '../service/faults/plan.ts'
import type { ArmedFault } from '../service/faults/plan.ts'

const arm = (...faults: FaultInput[]): ArmedFault[] =>
  faults.map((fault) => ({ fault: faultSchema.parse(fault), seen: 0 }))

test('the first n calls are struck and no other, the nth alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100 }), (n, call) => {
      expect(strikes({ first: n }, call)).toBe(call <= n)
      expect(strikes({ nth: n }, call)).toBe(call === n)
      expect(strikes('always', call)).toBe(true)
    }),
  )
})

test('only calls aimed at are counted, and what is given is not changed', () => {
  const armed = arm({ kind: 'refuse', endpoint: 'GET /auth/me' }, { kind: 'reset' })
  const result = planFaults(armed, 'POST /auth/login')
  expect(result.plan.main?.kind).toBe('reset')
  expect(result.armed.map((each) => each.seen)).toEqual([0, 1])
  expect(armed.map((each) => each.seen)).toEqual([0, 0])
})

test('delays and cookies add up; of the others the first added wins', () => {
  const { plan } = planFaults(
    arm(
      { kind: 'delay', ms: 1 },
      { kind: 'set-cookie', value: 'a=1' },
      { kind: 'html' },
      { kind: 'delay', ms: 2, when: 'after' },
      { kind: 'reset' },
      { kind: 'set-cookie', value: 'b=2' },
    ),
    'GET /auth/me',
  )
  expect(plan.delays.map((delay) => [delay.ms, delay.when])).toEqual([
    [1, 'before'],
    [2, 'after'],
  ])
  expect(plan.cookies).toEqual(['a=1', 'b=2'])
  expect(plan.main?.kind).toBe('html')
})
