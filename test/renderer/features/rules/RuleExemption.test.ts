import { expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { RuleSettings } from '../../../../electron/shared/rules.ts'
import { keyOf } from '../../../support/builders.ts'
import type { FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, field, findMessage, get, press, text } from '../../screen.ts'

const NEVER = 'Never end by rule'
const FULL = "This computer couldn't write to its disk. Free some space or check the folder, and try again."

/** Opens the details of a session of an account whose rule is on, and stored by main. */
async function open(): Promise<FakeBridge> {
  const fake = await mountList()
  const settings: RuleSettings = { afterDays: 90, exempt: [] }
  const preview = { lastEndedAt: null, wouldRevoke: [], nextRunAt: null, exemptListed: [], blockedBy: null }
  fake.handlers['rule:get'] = () => ok({ ...settings, ...preview })
  fake.handlers['rule:set'] = (asked) => (Object.assign(settings, asked.settings), ok(null))
  await press('Firefox on Ubuntu')
  await get('dialog', 'Firefox on Ubuntu')
  return fake
}
const isOn = async (): Promise<boolean> => (await field(NEVER)).getAttribute('aria-checked') === 'true'

it('exempts the session from the rule; while that could not be saved it says so and stays as it was', async () => {
  const fake = await open()
  const save = fake.handlers['rule:set']!
  fake.handlers['rule:set'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
  ;(await field(NEVER)).click()
  await findMessage('alert', FULL)
  expect(await isOn()).toBe(false)
  fake.handlers['rule:set'] = save
  ;(await field(NEVER)).click()
  await vi.waitFor(async () => expect(await isOn()).toBe(true))
  expect(all('alert').map((alert) => text(alert))).toEqual([])
  expect(fake.callsOf('rule:set').at(-1)).toEqual({
    accountId: 'a1',
    settings: { afterDays: 90, exempt: [keyOf({ id: 2 })] },
  })
})
