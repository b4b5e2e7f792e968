import { expect, it } from 'vitest'
import { canReach } from '../../../electron/shared/loopback.ts'

it.each([
  [true, 'https://desk.example.com/api/v1', true],
  [false, 'https://desk.example.com/api/v1', false],
  [true, 'http://127.0.0.1:4010/api/v1', false],
  [true, 'https://[::1]:8443/api/v1', false],
  [true, 'http://localhost:4010/api/v1', false],
  [true, 'http://Desk.LocalHost.:4010/api/v1', false],
  [false, 'http://notlocalhost/api/v1', false],
  [false, 'http://localhost.example/api/v1', false],
  [false, 'https://127.0.0.1.example.com/api/v1', false],
  [false, '', false],
])('calls can leave (%s) to %s while the network is %s', (can, baseUrl, isOnline) => {
  expect(canReach(baseUrl, isOnline)).toBe(can)
})
