import { describe, expect, it, vi } from 'vitest'
import { appState } from '../../../fake-bridge.ts'
import { mountApp } from '../../../mount-app.ts'
import { all, find, get, press, query, findMessage, text } from '../../../screen.ts'

const names = (): string[] => all('row').map((row) => text(row.querySelector('bdi') ?? row))
const searchField = (): HTMLInputElement => document.querySelector('input[type=search]') as HTMLInputElement

async function search(typed: string): Promise<void> {
  const field = await find('the search', searchField)
  field.value = typed
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('searching the list', () => {
  it('shows the sessions that contain every word, in order, and their number', async () => {
    await mountApp(appState())
    await get('table', 'Sessions')
    expect(searchField().getAttribute('aria-label')).toBe('Search sessions')
    await search('on')
    await findMessage('status', '4 of 4 sessions')
    await search('WINDOWS chrome')
    await vi.waitFor(() => expect(names()).toEqual(['Chrome on Windows']))
    await findMessage('status', '1 of 4 sessions')
  })

  it('says when nothing matches, and shows everything after Escape', async () => {
    await mountApp(appState())
    await get('table', 'Sessions')
    await search('no such device')
    await find('the sentence', () => (text().includes('No sessions match.') ? true : null))
    expect(query('table', 'Sessions')).toBeNull()
    searchField().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await vi.waitFor(() => expect(names()).toHaveLength(4))
  })

  it('is focused by its shortcut from any page', async () => {
    await mountApp(appState())
    await press('Password', 'link')
    await get('heading', 'Password')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, cancelable: true }))
    await get('heading', 'Sessions')
    await vi.waitFor(() => expect(document.activeElement).toBe(searchField()))
  })
})
