import { expect, it } from 'vitest'
import type { RecoveryLink } from '../../../electron/shared/navigation.ts'
import { createMailbox, offerDeepLink } from '../../../electron/core/latest-value.ts'

const link = (token: string): string => `session-desk://reset?token=${token}&email=ana@example.com`
const recovery = (token: string): RecoveryLink => ({ token, email: 'ana@example.com' })

it('a mailbox holds the last value, and returns it once', () => {
  const mailbox = createMailbox<RecoveryLink>()
  mailbox.offer(recovery('first'))
  mailbox.offer(recovery('second'))
  expect([mailbox.take(), mailbox.take()]).toEqual([recovery('second'), null])
})

it('a mailbox calls its listener at each valid link of a command line, when the value is there', () => {
  const mailbox = createMailbox<RecoveryLink>()
  const taken: unknown[] = []
  mailbox.onReceived(() => taken.push(mailbox.take()))
  const withoutLink = [['app', '--hidden'], ['session-desk://reset?token=only'], []]
  for (const argv of [['app', link('first')], ...withoutLink, [link('second'), '--flag']])
    offerDeepLink(mailbox, argv)
  expect(taken).toEqual([recovery('first'), recovery('second')])
})
