import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, it } from 'vitest'
import { DEVICE_KINDS, type DeviceKind } from '../../../../electron/shared/device.ts'
import DeviceIcon from '../../../../renderer/features/session-list/DeviceIcon.vue'

const iconOf = (kind: DeviceKind, app: string | null = null, serviceName = ''): Promise<string> =>
  renderToString(createSSRApp(DeviceIcon, { session: { kind, app, serviceName } }))

describe('the icon of a device', () => {
  it('differs for each kind', async () => {
    const icons = await Promise.all(DEVICE_KINDS.map((kind) => iconOf(kind)))
    expect(new Set(icons).size).toBe(DEVICE_KINDS.length)
  })

  it.each([
    ['Chrome', 'Microsoft Edge', 'Safari'],
    ['Firefox', 'Firefox', 'Chrome'],
    ['Safari', 'Safari', 'Firefox'],
  ])('is that of the engine of a browser on a computer: %s', async (app, alike, other) => {
    const icons = await Promise.all([app, alike, other, null].map((name) => iconOf('computer', name)))
    expect(icons[1]).toBe(icons[0])
    expect(new Set(icons).size).toBe(3)
    expect(await iconOf('phone', app)).toBe(await iconOf('phone'))
  })

  it('is that of the browser that a service names, and of a computer with a name that only sounds like one', async () => {
    expect(await iconOf('computer', null, 'Firefox on Ubuntu')).toBe(await iconOf('computer', 'Firefox'))
    for (const name of ['Samsung laptop', 'Ledger PC', 'Operations desktop'])
      expect(await iconOf('computer', null, name)).toBe(await iconOf('computer'))
  })

  it('is any device when it is not recognised, and neither a question nor a key', async () => {
    const icon = await iconOf('unknown')
    expect(icon).toContain('monitor-smartphone')
    expect(icon).not.toContain('lucide-key')
  })
})
