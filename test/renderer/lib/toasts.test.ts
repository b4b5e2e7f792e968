import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { useToasts } from '../../../renderer/lib/toasts.ts'

const failure = { kind: 'forbidden' } as const

it('the oldest message leaves for a seventh, but no failure and nothing that may still be signed in', () => {
  const toasts = useToasts(createPinia())
  const kinds = (): string => toasts.toasts.map(({ subject }) => subject.split(' ')[0]).join(' ')
  const result = { name: 'Ana', service: 'unreachable' } as const
  toasts.add('signOut a1', { kind: 'signedOut', result })
  toasts.add('renewal a1', { kind: 'renewed' })
  for (const n of [1, 2, 3, 4]) toasts.add(`rule ${n}`, { kind: 'failed', failure })
  expect(kinds()).toBe('signOut renewal rule rule rule rule')
  for (const n of [5, 6, 7, 8]) toasts.add(`rule ${n}`, { kind: 'failed', failure })
  expect(kinds()).toBe(`signOut${' rule'.repeat(8)}`)
  toasts.add('renewal a2', { kind: 'renewed' })
  toasts.add('keyring', { kind: 'keyringOpened' })
  expect(kinds()).toBe(`signOut${' rule'.repeat(8)} keyring`)
})
