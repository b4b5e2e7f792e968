import { expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { Rule } from '../../../../electron/shared/rules.ts'
import { keyOf } from '../../../support/builders.ts'
import type { FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, field, findMessage, get, press, text } from '../../screen.ts'

const NEVER = 'Never end by rule'
const FULL = "This computer couldn't write to its disk. Free some space or check the folder, and try again."

/** Opens the details of a session of an account whose rule is on, and stored by main. */
async function open(): Promise<FakeBridge> {
  const fake = await mountList()
  const rule: Rule = {
    ...{ afterDays: 90, lastEndedAt: null, nextRunAt: null, blockedBy: null },
    ...{ wouldRevoke: [], exemptListed: [] },
  }
  fake.handlers['rule:get'] = () => ok({ ...rule })
  fake.handlers['rule:exempt'] = ({ key, isExempt }) => {
    rule.exemptListed = isExempt ? [{ key, name: 'Firefox on Ubuntu', days: 0 }] : []
    return ok(null)
  }
  await press('Firefox on Ubuntu')
  await get('complementary', 'Details')
  return fake
}
const isOn = async (): Promise<boolean> => (await field(NEVER)).getAttribute('aria-checked') === 'true'

it('exempts the session from the rule and takes that back; while that could not be saved it says so and stays as it was', async () => {
  const fake = await open()
  const save = fake.handlers['rule:exempt']!
  fake.handlers['rule:exempt'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
  ;(await field(NEVER)).click()
  await findMessage('alert', FULL)
  expect(await isOn()).toBe(false)
  fake.handlers['rule:exempt'] = save
  ;(await field(NEVER)).click()
  await vi.waitFor(async () => expect(await isOn()).toBe(true))
  expect(all('alert').map((alert) => text(alert))).toEqual([])
  ;(await field(NEVER)).click()
  await vi.waitFor(async () => expect(await isOn()).toBe(false))
  const asked = { accountId: 'a1', key: keyOf({ id: 2 }) }
  expect(fake.callsOf('rule:exempt')).toEqual([true, true, false].map((isExempt) => ({ ...asked, isExempt })))
})
