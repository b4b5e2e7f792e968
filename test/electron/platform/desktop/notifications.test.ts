import type { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotifier } from '../../../../electron/platform/desktop/notifications.ts'
import type {
  BusNotification,
  NotificationSender,
} from '../../../../electron/platform/desktop/bus-notifications.ts'
import { fakeLog } from '../../fakes.ts'

/** Electron's Notification from 42 on; `isOld` removes what 33 lacks. */
const electron = vi.hoisted(() => ({
  isSupported: true,
  made: [] as (EventEmitter & { options: Record<string, unknown>; isClosed: boolean })[],
  removed: [] as string[],
  activate: null as null | ((details: { type: string; arguments: string }) => void),
  isOld: false,
}))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Notification extends Emitter {
    isClosed = false
    constructor(readonly options: Record<string, unknown>) {
      super()
      electron.made.push(this)
    }
    static isSupported = (): boolean => electron.isSupported
    static get remove() {
      return electron.isOld ? undefined : (id: string) => void electron.removed.push(id)
    }
    static get handleActivation() {
      if (electron.isOld) return undefined
      return (callback: typeof electron.activate) => void (electron.activate = callback)
    }
    show = (): void => undefined
    close = (): void => void (this.isClosed = true)
  }
  // One pixel as Chromium has it on Linux: half transparent, blue first, multiplied by alpha.
  const image = { resize: () => image, toBitmap: () => Buffer.from([10, 20, 40, 128]) }
  const nativeImage = { createFromPath: () => image }
  return { Notification, nativeImage, app: { name: 'Session Desk', getAppPath: () => '/app' } }
})

/** The desktop's notification server. */
const server = vi.hoisted(() => ({
  hasButtons: true,
  isBroken: false,
  shown: [] as (BusNotification & { isClosed: boolean })[],
  sender: null as NotificationSender | null,
  /** Delays the answers until they are let through. */
  answers: Promise.resolve(),
}))

vi.mock('../../../../electron/platform/desktop/bus-notifications.ts', () => ({
  createBusNotifications: (sender: NotificationSender) => {
    if (server.isBroken) throw new Error('The library is not there')
    return {
      async show(notification: BusNotification) {
        server.sender = sender
        const entry = { ...notification, isClosed: false }
        if (server.hasButtons) server.shown.push(entry)
        await server.answers
        return server.hasButtons ? () => void (entry.isClosed = true) : null
      },
    }
  },
}))

beforeEach(() => {
  Object.assign(electron, { isSupported: true, made: [], removed: [], activate: null, isOld: false })
  Object.assign(server, { hasButtons: true, isBroken: false, shown: [], answers: Promise.resolve() })
})

const CONTENT = { id: 'alert-1', groupId: 'a1', title: 'New sign-in: <i>Phone</i>', body: 'Ana & <b>Bia</b>' }
const NOTICE = { ...CONTENT, clicked: () => undefined }
const REASON = 'Notifications are not allowed for this application'

function setUp(platform: NodeJS.Platform = 'darwin') {
  const log = fakeLog()
  const activated: string[] = []
  const changes: boolean[] = []
  const notifier = createNotifier(platform, log, {
    activated: (id) => activated.push(id),
    changed: () => changes.push(notifier.isRefused()),
  })
  return { notifier, log, activated, changes, last: () => electron.made.at(-1) }
}

describe('notifications', () => {
  it('have an id and a group; on Linux the app’s icon and no markup', () => {
    const { notifier, last } = setUp()
    notifier.show(NOTICE)
    expect(last()?.options).toEqual(CONTENT)
    setUp('linux').notifier.show({ ...NOTICE, groupId: null })
    const plain = expect.not.stringMatching(/[&<>]/) as string
    const icon = '/app/resources/icons/256x256.png'
    expect(last()?.options).toEqual({ id: CONTENT.id, icon, title: plain, body: plain })
  })

  it('report that the system refused one, until it accepts one, and log why', () => {
    const { notifier, log, changes, last } = setUp()
    const arrived = vi.fn()
    notifier.show({ ...NOTICE, arrived })
    last()?.emit('failed', {}, REASON)
    expect([notifier.isRefused(), changes, arrived.mock.calls.length]).toEqual([true, [true], 0])
    expect(log.lines).toEqual([`notification.failed {"reason":"${REASON}"}`])
    notifier.show({ ...NOTICE, arrived })
    last()?.emit('show', {})
    expect([notifier.isRefused(), changes, arrived.mock.calls.length]).toEqual([false, [true, false], 1])
  })

  it('are refused if the system has none', () => {
    electron.isSupported = false
    const { notifier, changes } = setUp('linux')
    expect(notifier.isRefused()).toBe(false)
    notifier.show(NOTICE)
    notifier.show(NOTICE)
    expect([notifier.isRefused(), changes, electron.made.length]).toEqual([true, [true], 0])
  })

  it.each([
    ['darwin', false, ['status-1']],
    ['win32', false, []],
    ['linux', false, []],
    ['darwin', true, []],
  ] as const)(
    'of earlier runs can be closed where the system keeps them: %s, old: %s',
    (platform, isOld, removed) => {
      electron.isOld = isOld
      setUp(platform).notifier.close('status-1')
      expect(electron.removed).toEqual(removed)
    },
  )

  it('of this run can be closed', () => {
    const { notifier, last } = setUp('darwin')
    notifier.show(NOTICE)
    notifier.close(NOTICE.id)
    expect([last()?.isClosed, electron.removed]).toEqual([true, ['alert-1']])
  })

  it('of earlier runs report a click, on Windows', () => {
    const { notifier, activated } = setUp('win32')
    notifier.show(NOTICE)
    electron.activate?.({ type: 'click', arguments: 'type=click&tag=alert-1' })
    expect(activated).toEqual([])
    electron.activate?.({ type: 'click', arguments: 'type=click&tag=alert-0' })
    electron.activate?.({ type: 'click', arguments: '' })
    expect(activated).toEqual(['alert-0', ''])
  })

  it.each([
    ['darwin', false],
    ['linux', false],
    ['win32', true],
  ] as const)('work without that on %s (as old as 33: %s)', (platform, isOld) => {
    electron.isOld = isOld
    setUp(platform).notifier.show(NOTICE)
    expect([electron.activate, electron.made.length]).toEqual([null, 1])
  })
})

describe('a notification that asks for a decision', () => {
  /** Shows one with two buttons; `pressed` has what was pressed, 'click' for the notification itself. */
  function ask(platform: NodeJS.Platform, buttons = ['It was me', 'End…']) {
    const world = setUp(platform)
    const pressed: string[] = []
    const arrived = vi.fn()
    world.notifier.show({
      ...CONTENT,
      clicked: () => pressed.push('click'),
      arrived,
      decision: {
        clickLabel: 'Show',
        buttons: buttons.map((label) => ({ label, pressed: () => pressed.push(label) })),
      },
    })
    return { ...world, pressed, arrived }
  }
  const sent = (): Promise<BusNotification & { isClosed: boolean }> =>
    vi.waitFor(() => server.shown[0] ?? Promise.reject(new Error('Nothing was sent')))

  it('goes to the server of a Linux desktop that has buttons, as it is, and to no other', async () => {
    const { arrived, pressed, changes } = ask('linux')
    const { title, body, buttons, clickLabel, ...on } = await sent()
    expect({ title, body, buttons, clickLabel }).toEqual({
      ...{ title: CONTENT.title, body: CONTENT.body },
      ...{ buttons: ['It was me', 'End…'], clickLabel: 'Show' },
    })
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(1))
    on.pressed(1)
    on.pressed(0)
    on.pressed(null)
    expect([pressed, server.shown[0]?.isClosed]).toEqual([['End…'], true])
    expect([electron.made, changes]).toEqual([[], []])
  })

  it.each([
    [0, 'It was me'],
    [null, 'click'],
  ] as const)('does what its button %s says', async (button, expected) => {
    const { arrived, pressed } = ask('linux')
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
    server.shown[0]?.pressed(button)
    expect(pressed).toEqual([expected])
  })

  it('brings the pixels of the app’s icon, as every server reads them', async () => {
    ask('linux')
    await sent()
    // Red first, and not multiplied by alpha.
    expect([...(server.sender?.icon.rgba ?? [])]).toEqual([80, 40, 20, 128])
  })

  it('stays on a Linux desktop without buttons too, and opens by a click', async () => {
    server.hasButtons = false
    const { last, pressed } = ask('linux')
    const shown = await vi.waitFor(() => last() ?? Promise.reject(new Error('Nothing is shown')))
    expect(shown.options).toMatchObject({ id: CONTENT.id, urgency: 'critical', timeoutType: 'never' })
    expect(shown.options).not.toHaveProperty('actions')
    shown.emit('click')
    expect([pressed, shown.isClosed]).toEqual([['click'], true])
  })

  it('is shown without buttons while what shows them cannot be loaded, and the next one has them', async () => {
    server.isBroken = true
    const { notifier, last, log } = ask('linux')
    await vi.waitFor(() => expect(last()?.options).toMatchObject({ id: CONTENT.id, urgency: 'critical' }))
    expect(log.lines).toEqual(['notification.notOnBus {"error":"Error"}'])
    server.isBroken = false
    const decision = { clickLabel: 'Show', buttons: [{ label: 'It was me', pressed: () => undefined }] }
    notifier.show({ ...NOTICE, id: 'alert-2', decision })
    expect((await sent()).buttons).toEqual(['It was me'])
  })

  it('stays without asking for buttons if it has none', () => {
    const { last } = ask('linux', [])
    expect(last()?.options).toMatchObject({ urgency: 'critical', timeoutType: 'never' })
  })

  it('closes although the server has not answered yet, and is shown once by its id', async () => {
    let answer = (): void => undefined
    server.answers = new Promise((resolve) => (answer = resolve))
    const { notifier, arrived } = ask('linux')
    await sent()
    notifier.close(CONTENT.id)
    answer()
    await vi.waitFor(() => expect(server.shown[0]?.isClosed).toBe(true))
    expect([arrived.mock.calls.length, electron.made]).toEqual([0, []])
  })

  it('has nothing to close once the person dismissed it', async () => {
    const { notifier, arrived } = ask('linux')
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
    server.shown[0]?.closed()
    notifier.close(CONTENT.id)
    expect(server.shown[0]?.isClosed).toBe(false)
  })

  it('closes when the app quits, because its buttons would do nothing; another one stays as it is', async () => {
    const { notifier, last, arrived } = ask('linux')
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
    notifier.show({ ...NOTICE, id: 'status-1' })
    notifier.leave()
    expect([server.shown[0]?.isClosed, last()?.isClosed]).toEqual([true, false])
    const other = ask('darwin')
    other.notifier.leave()
    expect(other.last()?.isClosed).toBe(false)
  })

  it.each([
    ['33', [{}, 1]],
    ['45', [{ actionIndex: 1 }, undefined]],
  ])('has its buttons on macOS, in Electron %s', (_version, event) => {
    const { last, pressed } = ask('darwin')
    expect(last()?.options).toEqual({
      ...CONTENT,
      actions: ['It was me', 'End…'].map((text) => ({ type: 'button', text })),
    })
    last()?.emit('action', ...event)
    expect([pressed, last()?.isClosed]).toEqual([['End…'], true])
  })

  it('is plain on Windows', () => {
    expect(ask('win32').last()?.options).toEqual(CONTENT)
  })
})
