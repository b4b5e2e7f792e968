import { expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { keyOf } from '../../../support/builders.ts'
import { account, API_TOKEN, appState } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, field, findMessage, get, press, query, text } from '../../screen.ts'

const FULL = "This computer couldn't write to its disk. Free some space or check the folder, and try again."
const isOn = async (): Promise<boolean> => (await field('Keep')).getAttribute('aria-checked') === 'true'

it('keeps the session and takes that back; while that could not be saved it says so and stays as it was', async () => {
  const fake = await mountList()
  await press('Firefox on Ubuntu')
  await get('complementary', 'Details')
  fake.handlers['rule:exempt'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
  ;(await field('Keep')).click()
  await findMessage('alert', FULL)
  expect(await isOn()).toBe(false)
  fake.handlers['rule:exempt'] = ({ key, isExempt }) => {
    const sessions = fake.list.sessions?.map((one) => (one.key === key ? { ...one, isKept: isExempt } : one))
    fake.changeList({ sessions: sessions ?? [] })
    return ok(null)
  }
  ;(await field('Keep')).click()
  await vi.waitFor(async () => expect(await isOn()).toBe(true))
  expect(all('alert').map((alert) => text(alert))).toEqual([])
  ;(await field('Keep')).click()
  await vi.waitFor(async () => expect(await isOn()).toBe(false))
  const asked = { accountId: 'a1', key: keyOf({ id: 2 }) }
  expect(fake.callsOf('rule:exempt')).toEqual([true, true, false].map((isExempt) => ({ ...asked, isExempt })))
})

it('is not offered with an API token, which has no rule', async () => {
  await mountList({}, appState({ accounts: [account({ credential: API_TOKEN })] }))
  await press('Firefox on Ubuntu')
  await get('complementary', 'Details')
  expect(query('switch', 'Keep')).toBeNull()
})
