import { expect, it } from 'vitest'
import { byWhom, type EndFacts } from '../../../../../electron/features/sessions/domain/by-whom.ts'

it.each<[string, Partial<EndFacts>, ReturnType<typeof byWhom>]>([
  ['nothing was done here', {}, 'elsewhere'],
  ['the service confirmed it', { answer: 'ended' }, 'review'],
  ['the service confirmed it, and another DELETE is out', { answer: 'ended', isOut: true }, 'review'],
  ['a DELETE is out', { isOut: true }, null],
  ['a DELETE was sent without an answer', { answer: 'lost' }, 'unknown'],
  ['a DELETE found it gone', { answer: 'gone' }, 'unknown'],
  ['a password change, or the app’s own logout, may have', { mayBeOurs: true }, 'unknown'],
])('tells who ended a session if %s', (_what, facts, actor) => {
  expect(
    byWhom({ answer: undefined, isOut: false, mayBeOurs: false, askedBy: () => 'review', ...facts }),
  ).toBe(actor)
})
