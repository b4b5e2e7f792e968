import type { BulkRevocation, RevocationUpdate } from '../../../../electron/shared/bulk-revocation.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import type { RevocationsFile } from '../../../../electron/features/revocation/revocation-file.ts'
import { fakeStore, fakeClock } from '../../fakes.ts'
import { revocationsOver } from './revocations-harness.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import { listsOver } from './lists-harness.ts'

/** A service that takes 100 ms for a DELETE, and an app with its list. */
export async function setUpBulk(others = 6, part: Partial<Account> = {}) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const state = {
    listed: Array.from({ length: others + 1 }, (_, index) => index + 1),
    current: [1],
    token: 't',
    status: 'signedIn' as Account['status'],
    online: true,
    answer: null as Answer | null,
    list: null as Answer | null,
  }
  service.on('GET /auth/sessions', () => {
    const sessions = state.listed.map((id) => ({
      id,
      name: `D${id}`,
      is_current: state.current.includes(id),
    }))
    return state.list ?? { status: 200, body: { data: { sessions } } }
  })
  for (const id of state.listed) {
    service.on(`DELETE /auth/sessions/${id}`, async () => {
      await new Promise<void>((resolve) => clock.after(100, () => resolve()))
      if (state.answer) return state.answer
      state.listed = state.listed.filter((other) => other !== id)
      return { status: 204 }
    })
  }
  const gateway = service.gateway(() => state.token)
  const file = fakeStore<RevocationsFile>({})
  const lists = listsOver(gateway, clock)
  const updates: RevocationUpdate[] = []
  const { revocations, forget } = revocationsOver({
    lists,
    gateway,
    clock,
    file,
    accountsOf: (id) => ({ ...accountOf(7, { id }), ...part, status: state.status }),
    isOnline: () => state.online,
    published: (update) => void updates.push(update),
  })
  await lists.refresh('a')
  const deletes = (): string[] => service.requests().filter((request) => request.startsWith('DELETE'))
  const summary = (): BulkRevocation => revocations.bulk.get('a').revocation!
  return { clock, service, state, file, lists, gateway, updates, revocations, forget, deletes, summary }
}
