import type { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotifier } from '../../../../electron/platform/desktop/notifications.ts'
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
  return { Notification, app: { getAppPath: () => '/app' } }
})

beforeEach(() =>
  Object.assign(electron, { isSupported: true, made: [], removed: [], activate: null, isOld: false }),
)

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
