import { expect, it, vi } from 'vitest'
import type { LostFile } from '../../../../electron/shared/lost-file.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { hides, press, shows } from '../../screen.ts'

const lost = (content: LostFile['content'], over: Partial<LostFile> = {}): LostFile => ({
  ...{ content, accountId: null, at: Date.UTC(2026, 2, 3, 14, 3), isSetAside: true, isSeen: false },
  ...over,
})

it('says what could not be read, whose it is, since when, and what follows', async () => {
  const lostFiles = [
    lost('history', { accountId: 'a1' }),
    lost('settings'),
    lost('rules', { isSetAside: false }),
  ]
  await mountApp(appState({ lostFiles }))
  await shows(
    "Some data of Session Desk couldn't be read",
    'found on March 3, 2026 at 2:03 PM UTC: history of Ana Souza and settings.',
    'Not read, and not changed: rules.',
    'look through your sessions',
  )
})

it('is on the sign-in screen too, where accounts are missing', async () => {
  await mountApp(emptyAppState({ lostFiles: [lost('accounts')] }))
  await shows("Some data of Session Desk couldn't be read", 'If an account is missing, sign in again.')
})

it('says that what changes in a file that cannot be opened is lost', async () => {
  await mountApp(appState({ lostFiles: [lost('ends', { accountId: 'a1', isSetAside: false })] }))
  await shows(
    'Not read, and not changed: ends under way of Ana Souza. What you change there is lost when you quit.',
  )
})

it('opens the folder, and says so if that fails', async () => {
  const fake = await mountApp(appState({ lostFiles: [lost('settings')] }))
  await press('Open the folder')
  await vi.waitFor(() => expect(fake.callsOf('lostFiles:openFolder')).toHaveLength(1))
  fake.handlers['lostFiles:openFolder'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
  await press('Open the folder')
  await shows("The folder couldn't be opened.")
})

it('disappears when it is dismissed, and leaves out what was dismissed before', async () => {
  const fake = await mountApp(appState({ lostFiles: [lost('settings'), lost('rules', { isSeen: true })] }))
  fake.handlers['lostFiles:dismiss'] = () => {
    fake.state.lostFiles = fake.state.lostFiles.map((each) => ({ ...each, isSeen: true }))
    return ok(null)
  }
  await shows('found on March 3, 2026 at 2:03 PM UTC: settings.')
  await press('Dismiss')
  await hides("Some data of Session Desk couldn't be read")
})
