import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Account, Desk } from '../../electron/contract/models.ts'
import type { SignOutReport } from '../../electron/contract/requests.ts'
import type { Result } from '../../electron/contract/result.ts'
import { ask, on, type RequestError } from '../bridge.ts'
import { isThisComputer } from '../composables/server-name.ts'

/** How a sign-out ended, to be said on the next screen. */
export interface Farewell {
  name: string
  service: SignOutReport['service'] | 'everywhere'
}

/** What main tells the window besides the sessions. Start it before the first screen; nothing in it is persisted. */
export const useDesk = defineStore('desk', () => {
  const told = shallowRef<Desk | null>(null)
  const farewell = ref<Farewell | null>(null)
  const signingOut = ref(false)

  const desk = computed((): Desk => {
    if (told.value === null) throw new Error('The desk was read before main told it')
    return told.value
  })
  const account = computed(
    () => desk.value.accounts.find(({ id }) => id === desk.value.shownAccountId) ?? null,
  )
  /** Whether the shown account's service can be asked at all; on this computer itself it needs no network. */
  const reachable = computed(() => desk.value.online || isThisComputer(account.value?.baseUrl ?? ''))
  /** What is still to be said about a change of the shown account's password. */
  const passwordReport = computed(
    () => desk.value.passwordReports.find(({ accountId }) => accountId === account.value?.id) ?? null,
  )
  /** That the shown account's sign-in ends soon. */
  const renewalTrouble = computed(
    () => desk.value.renewalTroubles.find(({ accountId }) => accountId === account.value?.id) ?? null,
  )
  const signedIn = computed(() => account.value?.standing === 'signedIn')

  /** Asks main for the desk as it is now; an answer in hand may be older than what it led to. */
  async function reload(): Promise<Result<Desk, RequestError>> {
    const answer = await ask('desk:get')
    if (answer.ok) told.value = answer.value
    return answer
  }

  /** Listens for changes and loads the first state. */
  function start(): Promise<Result<Desk, RequestError>> {
    on('desk:changed', (changed) => (told.value = changed))
    return reload()
  }

  /** Signs all devices of an account's user out, this one included; `farewell` then says so. */
  async function signOutEverywhere(leaving: Account): Promise<Result<null, RequestError>> {
    signingOut.value = true
    const answer = await ask('account:signOutEverywhere', { accountId: leaving.id })
    if (answer.ok) farewell.value = { name: leaving.user.name, service: 'everywhere' }
    await reload()
    signingOut.value = false
    return answer.ok ? { ok: true, value: null } : answer
  }

  /** Signs one account out; `farewell` then holds what became of it. */
  async function signOut(leaving: Account): Promise<Result<Farewell, RequestError>> {
    signingOut.value = true
    const answer = await ask('account:signOut', { accountId: leaving.id })
    if (answer.ok) farewell.value = { name: leaving.user.name, service: answer.value.service }
    await reload()
    signingOut.value = false
    return answer.ok
      ? { ok: true, value: { name: leaving.user.name, service: answer.value.service } }
      : answer
  }

  return {
    desk,
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
