import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppState } from '../../electron/shared/app-state.ts'
import type { Result } from '../../electron/shared/result.ts'
import { invoke, on, type RequestError } from '../../electron/shared/bridge.ts'
import { isSameJson } from '../../electron/shared/fields.ts'
import { serverName } from '../../electron/shared/server-name.ts'
import type { TypedServer } from './form-errors.ts'
import { canReach } from '../../electron/shared/loopback.ts'

/**
 * The state of the app that main sends, without the sessions. Call `start` before the first screen: `state` throws
 * until it has a value. Nothing is persisted.
 */
export const useAppStore = defineStore('app', () => {
  const loaded = shallowRef<AppState | null>(null)

  const state = computed((): AppState => {
    if (loaded.value === null) throw new Error('The app state was read before it was loaded')
    return loaded.value
  })
  const account = computed(
    () => state.value.accounts.find(({ id }) => id === state.value.activeAccountId) ?? null,
  )
  /** The id of the shown account; empty without one. */
  const accountId = computed(() => account.value?.id ?? '')
  /** Whether the shown account is an API token, which has no session of its own. */
  const usesToken = computed(() => account.value?.credential.kind === 'instance')
  /** Whether requests to the shown account's service can succeed; a service on this computer needs no network. */
  const reachable = computed(() => canReach(account.value?.baseUrl ?? '', state.value.online))
  /** The unread report about a password change of the shown account. */
  const passwordReport = computed(
    () => state.value.passwordReports.find(({ accountId }) => accountId === account.value?.id) ?? null,
  )
  /** The warning that the shown account's sign-in ends soon. */
  const renewalWarning = computed(
    () => state.value.renewalWarnings.find(({ accountId }) => accountId === account.value?.id) ?? null,
  )
  /** Whether there is an account of the server with this name, so that its address is right. */
  const isKnownServer = (server: string): boolean =>
    loaded.value?.accounts.some(({ baseUrl }) => serverName(baseUrl) === server) ?? false
  const typedServer = (typed: string): TypedServer => ({ typed, isKnown: isKnownServer(serverName(typed)) })
  /** The name of an account's server; without an account of this id, of the shown account's server. */
  function serverOf(accountId?: string): string {
    const about = state.value.accounts.find(({ id }) => id === accountId) ?? account.value
    return serverName(about?.baseUrl ?? '')
  }
  const signedIn = computed(() => account.value?.status === 'signedIn')

  /** Takes a state, unless it is an equal one, of which a start alone sends some: nothing is rendered again for that. */
  function receive(state: AppState): void {
    if (!loaded.value || !isSameJson(loaded.value, state)) loaded.value = state
  }

  /** Loads the current state. Use it after a request, because the answer may arrive before the changed state. */
  async function reload(): Promise<Result<AppState, RequestError>> {
    const answer = await invoke('appState:get')
    if (answer.ok) receive(answer.value)
    return answer
  }

  /** Subscribes to changes and loads the state. */
  function start(): Promise<Result<AppState, RequestError>> {
    on('appState:changed', receive)
    return reload()
  }

  return {
    state,
    account,
    accountId,
    usesToken,
    reachable,
    isKnownServer,
    typedServer,
    serverOf,
    passwordReport,
    renewalWarning,
    signedIn,
    reload,
    start,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useAppStore, import.meta.hot))
