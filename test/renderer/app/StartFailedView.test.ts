import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'
import StartFailedView from '../../../renderer/app/StartFailedView.vue'

it('says so when the state cannot be loaded', async () => {
  const i18n = createAppI18n()
  await setLocale(i18n.global, 'pt-BR')
  const view = mount(StartFailedView, { global: { plugins: [i18n] } })
  expect(view.get('h1').text()).toBe('Não foi possível iniciar o Session Desk')
  expect(view.get('[role=alert]').text()).toBe(
    'Feche o aplicativo e abra de novo. Suas contas não foram afetadas.',
  )
  expect(document.title).toBe('Não foi possível iniciar o Session Desk – Session Desk')
})
