import { flushPromises, mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { defineComponent, h, reactive } from 'vue'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'
import AppNotice from '../../../renderer/ui/AppNotice.vue'
import { provideNotices, type NoticeRank } from '../../../renderer/ui/notices.ts'

type Shown = { text: string; rank?: NoticeRank }

/** Mounts notices that share their room. `opened` returns the texts of the open ones. */
async function setUp(...initial: Shown[]) {
  const shown = reactive(initial)
  const i18n = createAppI18n()
  await setLocale(i18n.global, 'en')
  const Page = defineComponent(() => {
    provideNotices(document.getElementById('room') ? '#room' : undefined)
    return () =>
      h(
        'div',
        shown.map((notice) => h(AppNotice, { key: notice.text, ...notice })),
      )
  })
  const page = mount(Page, { attachTo: document.body, global: { plugins: [i18n] } })
  await flushPromises()
  const opened = (): string[] =>
    page
      .findAll('[role=status]')
      .filter(({ element }) => element.closest('.sr-only') === null)
      .map((region) => region.text())
  return { page, shown, opened }
}

describe('several notices', () => {
  it('show the most urgent one, and the number of the others in it', async () => {
    const { page, opened } = await setUp(
      { text: 'No keyring', rank: 'warning' },
      { text: 'Unknown outcome', rank: 'passwordReport' },
      { text: 'New sign-in', rank: 'alert' },
    )
    expect(opened()).toEqual(['Unknown outcome'])
    const more = page.get('button')
    expect([more.text(), more.attributes('aria-expanded')]).toEqual(['+2 more', 'false'])
    // Screen readers get all texts.
    expect(page.findAll('[role=status]').map((region) => region.text())).toContain('No keyring')
    await more.trigger('click')
    expect(opened()).toEqual(['No keyring', 'Unknown outcome', 'New sign-in'])
    expect(page.findAll('button').map((button) => button.text())).toEqual(['Show less'])
    await more.trigger('click')
    expect(opened()).toEqual(['Unknown outcome'])
  })

  it('follow as notices come and go; of equal ones the first stays', async () => {
    const { page, shown, opened } = await setUp({ text: 'First', rank: 'warning' })
    expect(page.find('button').exists()).toBe(false)
    shown.push({ text: 'Second', rank: 'warning' })
    await vi.waitFor(() => expect(opened()).toEqual(['First']))
    shown.push({ text: 'Failed', rank: 'error' })
    await vi.waitFor(() => expect(opened()).toEqual(['Failed']))
    shown.splice(0, 3, { text: 'Second', rank: 'warning' })
    await vi.waitFor(() => expect(opened()).toEqual(['Second']))
    expect(page.find('button').exists()).toBe(false)
  })

  it('are in the room for them if they have a rank', async () => {
    const room = document.createElement('div')
    room.id = 'room'
    document.body.append(room)
    const { page } = await setUp({ text: 'Refused' }, { text: 'Failed', rank: 'error' })
    expect([page.text(), room.textContent.trim()]).toEqual(['Refused', 'Failed'])
    room.remove()
  })

  it('leave one without a rank open', async () => {
    const { page, opened } = await setUp({ text: 'Refused' }, { text: 'Failed', rank: 'error' })
    expect(opened()).toEqual(['Refused', 'Failed'])
    expect(page.find('button').exists()).toBe(false)
  })
})
