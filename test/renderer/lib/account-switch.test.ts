import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Account } from '../../../electron/shared/account.ts'
import { useAccountSwitch } from '../../../renderer/lib/account-switch.ts'
import { useAppStore } from '../../../renderer/lib/app-state.ts'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'
import { account, API_TOKEN, appState, fakeBridge, user } from '../fake-bridge.ts'

/** What is said of each account beside its name. */
async function detailsOf(...accounts: Account[]): Promise<string[]> {
  fakeBridge(appState({ accounts }))
  const [pinia, i18n] = [createPinia(), createAppI18n()]
  await setLocale(i18n.global, 'en')
  await useAppStore(pinia).start()
  const details: string[] = []
  const part = {
    setup() {
      details.push(...accounts.map(useAccountSwitch().detailOf))
      return () => h('p')
    },
  }
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: part }] })
  mount(part, { global: { plugins: [pinia, i18n, router] } })
  return details
}
const own = account()
const other = (over: Partial<Account> = {}): Account =>
  account({ id: 'a2', user: user({ id: 8, email: 'ana.souza@example.com' }), ...over })

it.each<[what: string, accounts: Account[], details: string[]]>([
  [
    'its tenant and server, where another name, place or status tells it from the others',
    [own, other({ user: user({ name: 'Ana' }) }), other({ id: 'a3', credential: API_TOKEN })],
    ['Acme · desk.example.com', 'Acme · desk.example.com', 'API token sk_…9b31 · desk.example.com'],
  ],
  [
    'its email, where another one of that name is at the same place',
    [own, other()],
    ['ana@example.com · desk.example.com', 'ana.souza@example.com · desk.example.com'],
  ],
])('an account has beside its name %s', async (_what, accounts, details) => {
  expect(await detailsOf(...accounts)).toEqual(details)
})
