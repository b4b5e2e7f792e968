import { expect, it, vi } from 'vitest'
import { ok } from '../../../electron/shared/result.ts'
import { createHandlers, type IpcServices } from '../../../electron/ipc/handlers.ts'
import { GOOD } from './requests-harness.ts'

it('reads rules of known accounts only, and passes the settings on', () => {
  const rule = {
    afterDays: null,
    exempt: [],
    lastRunAt: null,
    wouldRevoke: [],
    exemptListed: [],
    blockedBy: 'off',
  }
  const rules = { get: vi.fn(() => rule), set: vi.fn(() => ok(null)) }
  const accounts = { get: (id: string) => (id === 'a' ? { id } : null) }
  const handlers = createHandlers({ rules, accounts } as unknown as IpcServices)
  expect(handlers['rule:get'](GOOD['rule:get'])).toEqual(ok(rule))
  expect(rules.get).toHaveBeenCalledExactlyOnceWith('a', undefined)
  expect(handlers['rule:get']({ accountId: 'b', previewDays: 30 })).toMatchObject({
    failure: { kind: 'notFound' },
  })
  expect(handlers['rule:set'](GOOD['rule:set'])).toEqual(ok(null))
  expect(rules.set).toHaveBeenCalledExactlyOnceWith('a', { afterDays: 90, exempt: [2] })
})
