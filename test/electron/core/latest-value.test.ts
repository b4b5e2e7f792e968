import { expect, it } from 'vitest'
import type { NavigationTarget, RecoveryLink } from '../../../electron/shared/navigation.ts'
import { createLatestValue, offerDeepLink, offerPage } from '../../../electron/core/latest-value.ts'

const link = (token: string): string => `session-desk://reset?token=${token}&email=ana@example.com`
const recovery = (token: string): RecoveryLink => ({ token, email: 'ana@example.com' })

it('holds the last value, and returns it once', () => {
  const pending = createLatestValue<RecoveryLink>()
  pending.offer(recovery('first'))
  pending.offer(recovery('second'))
  expect([pending.take(), pending.take()]).toEqual([recovery('second'), null])
})

it('calls its listener at each link of a command line, when the value is there', () => {
  const pending = createLatestValue<RecoveryLink>()
  const taken: unknown[] = []
  pending.onReceived(() => taken.push(pending.take()))
  const withoutLink = [['app', '--hidden'], []]
  for (const argv of [['app', link('first')], ...withoutLink, [link('second'), '--flag']])
    offerDeepLink(pending, argv)
  expect(taken).toEqual([recovery('first'), recovery('second')])
})

it('offers the page of a start, and no other than the icon’s actions name', () => {
  const pending = createLatestValue<NavigationTarget>()
  const pageOn = (platform: NodeJS.Platform, ...argv: string[]) => (
    offerPage(pending, argv, platform),
    pending.take()?.page
  )
  const pageOf = (...argv: string[]) => pageOn('linux', ...argv)
  expect(pageOf('app', '--page=review', '--x')).toBe('review')
  expect(pageOf('--page=sessions')).toBe('sessions')
  // As Chromium reads a command line.
  expect(pageOf('-page=review', '--page=sessions')).toBe('sessions')
  expect([pageOf('--', '--page=review'), pageOf('/PAGE=review')]).toEqual([undefined, undefined])
  expect(pageOn('win32', '/PAGE=review')).toBe('review')
  expect([pageOf('--page=password'), pageOf('--page'), pageOf('review')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
