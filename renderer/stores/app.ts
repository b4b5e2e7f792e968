import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Account, Desk } from '../../electron/contract/models.ts'
import type { SignOutReport } from '../../electron/contract/requests.ts'
import type { Result } from '../../electron/contract/result.ts'
import { invoke, on, type RequestError } from '../bridge.ts'
import { isThisComputer } from '../composables/server-name.ts'

/** How a sign-out ended, to be said on the next screen. */
export interface Farewell {
  name: string
  service: SignOutReport['service'] | 'everywhere'
}

/**
 * The state of the app that main sends, without the sessions. Call `start` before the first screen: `state` throws until it
 * is loaded. Nothing is persisted.
 */
export const useAppStore = defineStore('app', () => {
  const loaded = shallowRef<Desk | null>(null)
  const farewell = ref<Farewell | null>(null)
  const signingOut = ref(false)

  const state = computed((): Desk => {
    if (loaded.value === null) throw new Error('The app state was read before it was loaded')
    return loaded.value
  })
  const account = computed(
    () => state.value.accounts.find(({ id }) => id === state.value.shownAccountId) ?? null,
  )
  /** Whether the shown account's service can be asked at all; on this computer itself it needs no network. */
  const reachable = computed(() => state.value.online || isThisComputer(account.value?.baseUrl ?? ''))
  /** What is still to be said about a change of the shown account's password. */
  const passwordReport = computed(
    () => state.value.passwordReports.find(({ accountId }) => accountId === account.value?.id) ?? null,
  )
  /** That the shown account's sign-in ends soon. */
  const renewalTrouble = computed(
    () => state.value.renewalTroubles.find(({ accountId }) => accountId === account.value?.id) ?? null,
  )
  const signedIn = computed(() => account.value?.standing === 'signedIn')

  /** Loads the current state. The answer to another request may arrive before the state that it leads to. */
  async function reload(): Promise<Result<Desk, RequestError>> {
    const answer = await invoke('desk:get')
    if (answer.ok) loaded.value = answer.value
    return answer
  }

  /** Subscribes to changes and loads the initial state. */
  function start(): Promise<Result<Desk, RequestError>> {
    on('desk:changed', (changed) => (loaded.value = changed))
    return reload()
  }

  /** Signs all devices of an account's user out, this one included; `farewell` then says so. */
  async function signOutEverywhere(leaving: Account): Promise<Result<null, RequestError>> {
    signingOut.value = true
    const answer = await invoke('account:signOutEverywhere', { accountId: leaving.id })
    if (answer.ok) farewell.value = { name: leaving.user.name, service: 'everywhere' }
    await reload()
    signingOut.value = false
    return answer.ok ? { ok: true, value: null } : answer
  }

  /** Signs one account out; `farewell` then holds what became of it. */
  async function signOut(leaving: Account): Promise<Result<Farewell, RequestError>> {
    signingOut.value = true
    const answer = await invoke('account:signOut', { accountId: leaving.id })
    if (answer.ok) farewell.value = { name: leaving.user.name, service: answer.value.service }
    await reload()
    signingOut.value = false
    return answer.ok
      ? { ok: true, value: { name: leaving.user.name, service: answer.value.service } }
      : answer
  }

  return {
    state,
    account,
    reachable,
    passwordReport,
    renewalTrouble,
    signedIn,
    farewell,
    signingOut,
    reload,
    start,
    signOut,
    signOutEverywhere,
  }
})
