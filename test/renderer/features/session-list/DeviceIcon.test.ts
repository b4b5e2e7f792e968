import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, it } from 'vitest'
import { DEVICE_KINDS, type DeviceKind } from '../../../../electron/shared/device.ts'
import DeviceIcon from '../../../../renderer/features/session-list/DeviceIcon.vue'

const iconOf = (kind: DeviceKind): Promise<string> => renderToString(createSSRApp(DeviceIcon, { kind }))

describe('the icon of a device', () => {
  it('differs for each kind', async () => {
    const icons = await Promise.all(DEVICE_KINDS.map(iconOf))
    expect(new Set(icons).size).toBe(DEVICE_KINDS.length)
  })

  it('is any device when it is not recognised, and neither a question nor a key', async () => {
    const icon = await iconOf('unknown')
    expect(icon).toContain('monitor-smartphone')
    expect(icon).not.toContain('lucide-key')
    // The static document takes the first SVG of a row as its whole icon.
    expect(icon.match(/<svg/g)).toHaveLength(1)
  })
})
