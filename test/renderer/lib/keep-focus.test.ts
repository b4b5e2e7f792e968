import { expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { useFocusAfterNavigation } from '../../../renderer/lib/keep-focus.ts'

it('a navigation focuses the heading where nothing has the focus, and scrolls to it but on the first page', async () => {
  document.body.innerHTML = '<h1 tabindex="-1"></h1>'
  const focus = vi.spyOn(document.querySelector('h1')!, 'focus')
  onTestFinished(() => document.body.replaceChildren())
  const component = {}
  const routes = ['/first', '/second', '/third'].map((path) => ({ path, name: path, component }))
  const router = createRouter({ history: createMemoryHistory(), routes })
  useFocusAfterNavigation(router)

  await router.push('/first')
  // Its list was scrolled to where the person left it.
  await vi.waitFor(() => expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]))
  expect(document.activeElement?.tagName).toBe('H1')
  await router.push('/second')
  await new Promise((resolve) => setTimeout(resolve))
  expect(focus).toHaveBeenCalledTimes(1)
  ;(document.activeElement as HTMLElement).blur()
  await router.push('/third')
  await vi.waitFor(() => expect(focus.mock.lastCall).toEqual([{ preventScroll: false }]))
})
