import { expect, vi } from 'vitest'
import { appState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, text } from '../../screen.ts'

/** The open dialog, or null. */
export const dialog = (): Element | null => document.querySelector('[role=dialog]')
/** The labels of the options. */
export const options = (): string[] =>
  all('option').map((option) => text(option.querySelector('bdi') ?? document.createElement('p')))
const field = (): HTMLInputElement => document.querySelector<HTMLInputElement>('[role=combobox]')!
/** The label of the option that Enter would choose. */
export const marked = (): string | undefined => {
  const id = field().getAttribute('aria-activedescendant')
  const option = document.getElementById(id ?? '')
  return option === null ? undefined : text(option.querySelector('bdi') ?? undefined)
}

/** The button of the account menu, whose name ends with the account, or null. */
export const accountMenu = (): HTMLElement | null => document.querySelector('[aria-label^="Account menu, "]')

/** Presses a key where the focus is. */
export function pressKey(name: string, over: KeyboardEventInit = {}): void {
  const at = document.activeElement ?? document.body
  at.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...over }))
}

/** Starts the window and opens its palette. */
export async function openPalette(
  initial = appState(),
  prepare?: (fake: FakeBridge) => void,
): Promise<FakeBridge> {
  const fake = await mountApp(initial, prepare)
  await get('table', 'Sessions')
  await openHere()
  return fake
}

/** Focuses the account menu, then opens the palette. */
export async function openHere(): Promise<void> {
  const menu = await find('the account menu', accountMenu)
  menu.focus()
  pressKey('k', { ctrlKey: true })
  await find('the palette', dialog)
  await vi.waitFor(() => expect([document.activeElement, marked()]).toEqual([field(), options()[0]]))
}

/** Types into the palette, and waits for the results. */
export async function search(message: string): Promise<void> {
  field().value = message
  field().dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(() => expect(marked()).toBe(options()[0]))
}

/** Types a query that matches one option, and chooses it. */
export async function choose(message: string): Promise<void> {
  await search(message)
  await vi.waitFor(() => expect(options()).toHaveLength(1))
  await vi.waitFor(() => expect(marked()).toBe(options()[0]))
  pressKey('Enter')
  await find('no palette', () => (document.querySelector('[role=combobox]') ? null : true))
}
