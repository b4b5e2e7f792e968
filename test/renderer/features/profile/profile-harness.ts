import { expect, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountPage } from '../../mount-app.ts'
import { get, isDisabled } from '../../screen.ts'

/** Opens the profile of the first of two accounts; `failure` is the answer to its refresh. */
export async function mountProfile(part: Partial<Account> = {}, failure?: Failure): Promise<FakeBridge> {
  const bea = account({ id: 'b1', user: user({ id: 8, name: 'Bea', timezone: null, locale: null }) })
  const refresh = ({ handlers, state }: FakeBridge) =>
    (handlers['profile:refresh'] = () => (failure ? failed(failure) : ok(state.accounts[0]?.user ?? user())))
  const fake = await mountPage('Profile', refresh, appState({ accounts: [account(part), bea] }))
  await vi.waitFor(() => expect(fake.callsOf('profile:refresh')).toEqual([{ accountId: 'a1' }]))
  return fake
}

/** Whether Save is disabled. */
export const isSaveDisabled = async (): Promise<boolean> => isDisabled(await get('button', 'Save changes'))
