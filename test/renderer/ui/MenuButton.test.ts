import { describe, expect, it, vi } from 'vitest'
import { appState } from '../fake-bridge.ts'
import { mountApp } from '../mount-app.ts'
import { all, get, pressKey } from '../screen.ts'

describe('a menu that is loaded on demand', () => {
  it.each(['Enter', ' ', 'ArrowDown'])(
    'opens at the first press of %j, focuses its first item, and restores the focus',
    async (name) => {
      await mountApp(appState())
      const button = await get('button', 'Account menu, Ana Souza, ana@example.com · desk.example.com')
      expect(button.getAttribute('aria-expanded')).toBe('false')
      // The press follows the focus at once: the menu is not loaded yet, and the key must not have its default effect.
      button.focus()
      expect(pressKey(name)).toBe(true)
      const item = await get('menuitem', 'Add account')
      await vi.waitFor(() => expect(document.activeElement).toBe(item))
      expect(button.isConnected).toBe(true)
      expect(button.getAttribute('aria-expanded')).toBe('true')
      expect(all('menu')[0]?.getAttribute('aria-labelledby')).toBe(button.id)

      pressKey('Escape')
      await vi.waitFor(() => expect(all('menu')).toEqual([]))
      await vi.waitFor(() => expect(document.activeElement).toBe(button))
      expect(button.getAttribute('aria-expanded')).toBe('false')
    },
  )

  it('opens and closes by a click', async () => {
    await mountApp(appState())
    const button = await get('button', 'Account menu, Ana Souza, ana@example.com · desk.example.com')
    button.click()
    await get('menuitem', 'Add account')
    button.click()
    await vi.waitFor(() => expect(all('menu')).toEqual([]))
  })
})
