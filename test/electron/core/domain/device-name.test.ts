import { expect, it } from 'vitest'
import { defaultDeviceName } from '../../../../electron/core/domain/device-name.ts'

it('names the app and the computer', () => {
  expect(defaultDeviceName('ana-laptop')).toBe('Session Desk on ana-laptop')
})
