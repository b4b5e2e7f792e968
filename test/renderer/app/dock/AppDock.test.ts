import { describe, expect, it, vi } from 'vitest'
import { account, appState, bruno, manyEnds, undoablePhase } from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import { all, findMessage, get, nameOf, press, pressKey, query, text } from '../../screen.ts'
import { useToasts } from '../../../../renderer/lib/toasts.ts'
import type { FakeBridge } from '../../fake-bridge.ts'

const RUNNING = { kind: 'going', wait: null } as const
const region = (): Promise<HTMLElement> => get('region', 'Messages (F8)')
/** The title of each entry in the order of the dock, and of those that are shown. */
const titles = (isShown: (place: Element) => boolean = () => true): string[] =>
  [...document.querySelectorAll('#notices > div')]
    .filter(isShown)
    .map((place) => text(place.querySelector('[role=status], [role=alert]')!))
const shown = (): string[] => titles((place) => !place.classList.contains('sr-only'))

const fail = (name: string): void =>
  useToasts().add(`signOut ${name}`, {
    kind: 'signOutFailed',
    name,
    failure: { kind: 'server', status: 500 },
  })
const succeed = (): void => useToasts().add('renewal a1', { kind: 'renewed' })
const IN_MEMORY = { location: 'memory', reason: 'keyring', backend: 'basic_text' } as const
const RENEWED = 'This sign-in was renewed'

/** Mounts the list with a notice. */
const mountNotice = (): Promise<FakeBridge> =>
  mountList({}, appState({ accounts: [account(), bruno()], tokenStorage: IN_MEMORY }))

describe('the dock', () => {
  it('shows its first entry: what can be undone, went wrong, goes on, what came of it, and notices; the newest first', async () => {
    const fake = await mountNotice()
    const NOTICE = 'You stay signed in only until you quit.'
    succeed()
    fail('Ana')
    fail('Bruno')
    const failures = ["The sign-out of Bruno wasn\'t confirmed.", "The sign-out of Ana wasn\'t confirmed."]
    await vi.waitFor(() => expect(titles()).toEqual([...failures, RENEWED, NOTICE]))
    fake.changeEnds(manyEnds(RUNNING, { 2: 'sent', 3: 'sent' }))
    await vi.waitFor(() =>
      expect(titles()).toEqual([...failures, 'Ending sessions: 0 of 2', RENEWED, NOTICE]),
    )
    fake.changeEnds({ accountId: 'a2', ...manyEnds(undoablePhase(), { 2: 'waiting' }) })
    await vi.waitFor(() => expect(shown()).toEqual(['Ending 1 session']))
    const [first] = all('button').filter((button) => button.closest('[role=region]'))
    expect(nameOf(first!)).toBe('Undo')
  })

  // Notices stay for days, and a success leaves by itself.
  it('shows results and successes before a notice that stands for long, the newest of both', async () => {
    const fake = await mountNotice()
    await vi.waitFor(() => expect(shown()).toEqual(['You stay signed in only until you quit.']))
    fake.changeEnds(manyEnds({ kind: 'done' }, { 2: 'ended', 3: 'ended' }))
    await vi.waitFor(() => expect(shown()).toEqual(['Ended 2 sessions']))
    succeed()
    await vi.waitFor(() => expect(shown()).toEqual([RENEWED]))
  })

  it('says that a service cannot be reached before what waits for it', async () => {
    const fake = await mountList()
    fake.changeEnds(manyEnds({ kind: 'waiting' }, { 2: 'waiting' }))
    const WAITING = '1 session ends when its service can be reached'
    await vi.waitFor(() => expect(shown()).toEqual([WAITING]))
    fake.changeState({ online: false })
    const OFFLINE = "Can't reach desk.example.com. Trying again. Endings wait."
    await vi.waitFor(() => expect(titles()).toEqual([OFFLINE, WAITING]))
    expect(shown()).toEqual([OFFLINE])
  })

  it('shows the others at a click, until the page changes; without them there is no button', async () => {
    await mountNotice()
    await region()
    expect(all('button').some((button) => /messages?$/.test(nameOf(button)))).toBe(false)
    fail('Ana')
    const more = await get('button', '2 messages')
    expect(more.ariaExpanded ?? more.getAttribute('aria-expanded')).toBe('false')
    expect([shown().length, query('button', 'Try again')]).toEqual([1, null])
    await press('2 messages')
    await get('button', 'Try again')
    expect([shown().length, more.getAttribute('aria-expanded')]).toEqual([2, 'true'])
    await press('Settings', 'link')
    await vi.waitFor(() => expect(shown()).toHaveLength(1))
  })

  it('keeps its order while the focus is in it, but for what can be undone', async () => {
    const fake = await mountNotice()
    pressKey('F8')
    expect(document.activeElement).toBe(await region())
    fail('Ana')
    await vi.waitFor(() => expect(titles()).toHaveLength(2))
    expect(shown()).toEqual(['You stay signed in only until you quit.'])
    fake.changeEnds(manyEnds(undoablePhase(), { 2: 'waiting' }))
    await vi.waitFor(() => expect(shown()).toEqual(['Ending 1 session']))
    fake.changeEnds({})
    document.querySelector('h1')!.focus()
    await vi.waitFor(() => expect(shown()).toEqual(["The sign-out of Ana wasn\'t confirmed."]))
  })

  it('takes a press in the millisecond in which its button came', async () => {
    await mountApp(appState())
    await region()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    fail('Ana')
    await press('Dismiss')
    await vi.waitFor(() => expect(titles()).toEqual([]))
  })

  it('lets a success leave after six seconds, in which the pointer stops the time, and no failure', async () => {
    await mountApp(appState())
    const dock = await region()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    succeed()
    fail('Ana')
    await findMessage('status', RENEWED)
    vi.advanceTimersByTime(4_000)
    dock.dispatchEvent(new MouseEvent('pointerenter'))
    await Promise.resolve()
    vi.advanceTimersByTime(60_000)
    expect(titles()).toContain(RENEWED)
    dock.dispatchEvent(new MouseEvent('pointerleave'))
    await Promise.resolve()
    vi.advanceTimersByTime(1_900)
    await Promise.resolve()
    expect(titles()).toContain(RENEWED)
    vi.advanceTimersByTime(100)
    await vi.waitFor(() => expect(titles()).toEqual(["The sign-out of Ana wasn\'t confirmed."]))
    await press('Dismiss')
    await vi.waitFor(() => expect(titles()).toEqual([]))
  })
})
