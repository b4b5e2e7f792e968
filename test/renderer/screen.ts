import { expect, vi } from 'vitest'

/** Waits until `look` finds something on the page; an error names what is missing. */
export async function find<T>(what: string, look: () => T | null | undefined): Promise<T> {
  return vi.waitFor(() => {
    const found = look()
    if (found === null || found === undefined) throw new Error(`Not on the page: ${what}\n${text()}`)
    return found
  }, PATIENCE)
}

// The first visit of a screen compiles its modules.
const PATIENCE = { timeout: 20_000, interval: 5 }

/** The text of an element, or of the whole page, with collapsed white space. */
export function text(root: Element = document.body): string {
  return root.textContent.replace(/\s+/g, ' ').trim()
}

/** Waits until the page contains each of these texts. */
export async function shows(...texts: string[]): Promise<void> {
  await vi.waitFor(() => texts.forEach((each) => expect(text()).toContain(each)), PATIENCE)
}

/** Waits until the page does not contain a text any more. */
export async function hides(gone: string): Promise<void> {
  await vi.waitFor(() => expect(text()).not.toContain(gone), PATIENCE)
}

/** The accessible name: by aria-labelledby, by aria-label, otherwise by content. */
export function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  if (ids.length > 0) return ids.map((id) => text(document.getElementById(id) ?? element)).join(' ')
  return element.getAttribute('aria-label') ?? text(element)
}

const ROLES: Record<string, string> = {
  button: 'button:not([role]), [role=button]',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  table: 'table',
  row: 'tbody:not([aria-hidden]) tr',
  listitem: 'li',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  radio: 'input[type=radio], [role=radio]',
  menuitem: '[role=menuitem]',
  menuitemradio: '[role=menuitemradio]',
  complementary: 'aside',
  status: '[role=status]',
  alert: '[role=alert]',
}

/** Every element of a role that is not hidden, in the order of the page. */
export function all(role: string): HTMLElement[] {
  const found = [...document.querySelectorAll<HTMLElement>(ROLES[role] ?? `[role=${role}]`)]
  return found.filter((element) => element.closest('[hidden], [aria-hidden=true]') === null)
}

/** The element of a role with exactly this name, or null. */
export function query(role: string, name: string): HTMLElement | null {
  return all(role).find((element) => nameOf(element) === name) ?? null
}

/** Waits for the element of a role with exactly this name. */
export function get(role: string, name: string): Promise<HTMLElement> {
  return find(`${role} ${name}`, () => query(role, name))
}

/** The texts of each row of the list of sessions, without its checkbox. Waits for the list. */
export async function rowTexts(): Promise<string[]> {
  await get('table', 'Sessions')
  return all('row').map((row) =>
    [...row.children]
      .slice(1)
      .map((cell) => text(cell))
      .join(' | '),
  )
}

/** The field with exactly this label. */
export function field(label: string): Promise<HTMLInputElement> {
  return find(`field ${label}`, () => {
    const labels = [...document.querySelectorAll('label')]
    const id = labels.find((element) => text(element) === label)?.htmlFor
    return id === undefined ? null : (document.getElementById(id) as HTMLInputElement | null)
  })
}

/** Types into a field, replacing what is there. */
export async function type(label: string, value: string): Promise<HTMLInputElement> {
  const input = await field(label)
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return input
}

/** Types into several fields, by their labels. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await type(label, value)
}

/** The values of fields. */
export function valuesOf(...labels: string[]): Promise<string[]> {
  return Promise.all(labels.map(async (label) => (await field(label)).value))
}

/** Focuses an element and clicks it. */
export async function press(name: string, role = 'button'): Promise<void> {
  const element = await get(role, name)
  element.focus()
  element.click()
}

/** Chooses an item of the account menu of Ana, unless `of` says whose. */
export async function chooseInMenu(
  item: string,
  role = 'menuitem',
  of = 'Ana Souza, ana@example.com · desk.example.com',
): Promise<void> {
  await press(`Account menu, ${of}`)
  await press(item, role)
}

/** Presses a key where the focus is; returns whether the window handled it. */
export function pressKey(key: string, over: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...over })
  return !(document.activeElement ?? document.body).dispatchEvent(event)
}

/** Waits until the element of a role with this name has the focus. */
export async function focusOn(role: string, name: string): Promise<void> {
  await vi.waitFor(() => expect(document.activeElement).toBe(query(role, name)), PATIENCE)
}

/** Waits until the row of this session has the focus, and no control in it. */
export async function focusOnRow(name: string): Promise<void> {
  await vi.waitFor(() => {
    const focused = document.activeElement
    expect([focused?.tagName, focused ? text(focused) : '']).toEqual(['TR', expect.stringContaining(name)])
  }, PATIENCE)
}

/** The open alert dialog, or null. */
export function alertDialog(): HTMLElement | null {
  return document.querySelector('[role=alertdialog]')
}

/** Whether a control is shown as disabled. */
export function isDisabled(element: Element): boolean {
  return element.getAttribute('aria-disabled') === 'true'
}

/** The text of an element's aria-describedby. */
export function describedBy(input: HTMLElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => text(document.getElementById(id) ?? document.createElement('p'))).join(' ')
}

/** Waits until a live region of the role contains exactly this text. */
export function findMessage(role: 'alert' | 'status', message: string): Promise<HTMLElement> {
  return find(`${role} "${message}"`, () => all(role).find((element) => text(element) === message))
}
