import { expect, it } from 'vitest'
import { ruleNotification } from '../../../../../electron/features/desktop/domain/notifications.ts'
import { translations } from '../../../translations.ts'

it('describes the rule’s run and how to undo it, and opens the list', () => {
  const say = (count: number, locale: 'en' | 'es' = 'en') =>
    ruleNotification(
      { accountId: 'a', afterDays: 90, count },
      'Ana, Acme',
      translations(() => locale),
    )
  expect(say(3)).toEqual({
    // The id of the outcome's notification, which replaces this one.
    id: 'bulk-a',
    title: 'Ending 3 sessions not used for 90 days',
    body: 'Ana, Acme\nOpen Session Desk to undo or cancel it.',
    target: { page: 'sessions', accountId: 'a', sessionId: null },
  })
  expect(say(1).title).toBe('Ending 1 session not used for 90 days')
  expect(say(2, 'es').title).toBe('Cerrando 2 sesiones sin usar desde hace 90 días')
})
