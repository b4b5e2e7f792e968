import { describe, expect, it, vi } from 'vitest'
import type { RecoveryLink } from '../../../electron/shared/navigation.ts'
import { createMailbox, offerDeepLink } from '../../../electron/core/mailbox.ts'

const link = (token: string): string => `session-desk://reset?token=${token}&email=ana@example.com`
const recovery = (token: string): RecoveryLink => ({ token, email: 'ana@example.com' })

describe('a mailbox', () => {
  it('holds the last value, and returns it once', () => {
    const mailbox = createMailbox<RecoveryLink>()
    mailbox.offer(recovery('first'))
    mailbox.offer(recovery('second'))
    expect(mailbox.take()).toEqual(recovery('second'))
    expect(mailbox.take()).toBeNull()
  })

  it('calls the listener at each offer, when the value is there', () => {
    const mailbox = createMailbox<RecoveryLink>()
    const taken: unknown[] = []
    mailbox.onReceived(() => taken.push(mailbox.take()))
    mailbox.offer(recovery('good'))
    expect(taken).toEqual([recovery('good')])
  })
})

describe('a command line', () => {
  it('offers its link at any position', () => {
    const mailbox = createMailbox<RecoveryLink>()
    offerDeepLink(mailbox, ['app', link('first')])
    offerDeepLink(mailbox, [link('second'), '--flag'])
    expect(mailbox.take()).toEqual(recovery('second'))
  })

  it('offers nothing without a valid link, and keeps the one before', () => {
    const mailbox = createMailbox<RecoveryLink>()
    const received = vi.fn()
    mailbox.onReceived(received)
    offerDeepLink(mailbox, [link('good')])
    offerDeepLink(mailbox, ['app', '--hidden'])
    offerDeepLink(mailbox, ['session-desk://reset?token=only'])
    offerDeepLink(mailbox, ['session-desk://elsewhere'])
    offerDeepLink(mailbox, [])
    expect(received).toHaveBeenCalledOnce()
    expect(mailbox.take()).toEqual(recovery('good'))
  })
})
