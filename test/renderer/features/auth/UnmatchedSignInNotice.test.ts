import { expect, it } from 'vitest'
import type { UnmatchedSignIn } from '../../../../electron/shared/session.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { hides, press, shows } from '../../screen.ts'

const unmatched = (part: Partial<UnmatchedSignIn> = {}): UnmatchedSignIn => ({
  ...{ id: 'k1', cause: 'unmatched', email: null, at: null },
  ...part,
})

it('says beside an account that a saved sign-in belongs to none, and whose it was', async () => {
  await mountApp(appState({ unconfirmedSessions: [unmatched({ email: 'bo@example.com' })] }))
  await shows(
    'The saved sign-in of bo@example.com belongs to no account',
    "Which server it is for isn't known any more",
  )
  await hides('It was saved on')
})

it('says so on the sign-in screen too, and when it was saved', async () => {
  const at = Date.UTC(2026, 2, 3, 14, 3)
  await mountApp(emptyAppState({ unconfirmedSessions: [unmatched({ at })] }))
  await shows('A saved sign-in belongs to no account', 'It was saved on March 3, 2026 at 2:03 PM UTC.')
})

it('forgets it, and says so if the disk refuses', async () => {
  const fake = await mountApp(appState({ unconfirmedSessions: [unmatched()] }))
  fake.handlers['unmatchedSignIn:forget'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
  await press('Delete saved sign-in')
  await shows("It couldn't be deleted from this computer.")
  fake.handlers['unmatchedSignIn:forget'] = () => {
    fake.state.unconfirmedSessions = []
    return ok(null)
  }
  await press('Delete saved sign-in')
  await hides('A saved sign-in belongs to no account')
  expect(fake.callsOf('unmatchedSignIn:forget')).toEqual([{ id: 'k1' }, { id: 'k1' }])
})
