import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PasswordVerdict } from '../../../../../electron/shared/password.ts'
import { LOCALES } from '../../../../../electron/shared/settings.ts'
import { passwordNotification } from '../../../../../electron/features/desktop/domain/notifications.ts'
import { translations } from '../../../translations.ts'

const verdicts: PasswordVerdict[] = ['changed', 'unchanged', 'notSent', 'unknown']

describe('the password notification', () => {
  it.each([
    ['changed', false, 'Password changed', 'Ana, Acme'],
    ['unchanged', false, 'Password not changed', 'Ana, Acme\nThe old one still works.'],
    ['notSent', false, 'Password not changed', 'Ana, Acme\nNothing was sent. The old one still works.'],
    [
      'unknown',
      true,
      "It's unclear whether the password was changed",
      'Ana, Acme\nOpen Session Desk to find out.',
    ],
    [
      'unknown',
      false,
      "It's unclear whether the password was changed",
      'Ana, Acme\nWhen you next sign in, try the new password first.',
    ],
  ] as const)('reports %s (can verify: %s)', (verdict, canVerify, title, body) => {
    const t = translations()
    expect(
      passwordNotification({ accountId: 'a1', verdict, canVerify, foundAt: null }, 'Ana, Acme', t, String),
    ).toEqual({
      id: 'password-a1',
      title,
      body,
      target: { page: 'password', accountId: 'a1', sessionId: null },
    })
  })

  it('says at which time the old password worked, and no more', () => {
    const t = translations()
    const settled = { accountId: 'a1', verdict: 'unchanged', canVerify: false, foundAt: 5 } as const
    expect(passwordNotification(settled, 'Ana', t, (at) => `${at} past two`)).toMatchObject({
      title: 'The old password worked at 5 past two',
      body: 'Ana\nIf the request was only delayed, it may still arrive.',
    })
  })

  it('is one per account, says "changed" only for that verdict, and has texts in every language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.constantFrom(...verdicts),
        fc.boolean(),
        fc.constantFrom(null, 5),
        (locale, verdict, canVerify, foundAt) => {
          const t = translations(() => locale)
          const { id, title, body } = passwordNotification(
            { accountId: 'a1', verdict, canVerify, foundAt },
            'Ana',
            t,
            String,
          )
          expect(id).toBe('password-a1')
          expect(title === t('passwordNotification.changed')).toBe(verdict === 'changed')
          expect(`${title}${body}`).not.toMatch(/passwordNotice|passwordReport|\{|@/)
        },
      ),
    )
  })
})
