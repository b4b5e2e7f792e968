import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { useAppStore } from '../../../renderer/lib/app-state.ts'
import { appState, fakeBridge } from '../fake-bridge.ts'

it('takes a state with other values only, so that nothing is rendered again for an equal one', async () => {
  const fake = fakeBridge(appState())
  const app = useAppStore(createPinia())
  await app.start()
  const { state } = app
  fake.changeState({ settings: { ...state.settings } })
  expect(app.state).toBe(state)
  fake.changeState({ isFinishing: true })
  expect(app.state).toEqual({ ...state, isFinishing: true })
})
