import { expect, it } from 'vitest'
import { canReach, otherLocalAddress } from '../../../electron/shared/loopback.ts'

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

it.each([
  ['https://127.0.0.1:4010/api/v1', 'plainHttp', 'http://127.0.0.1:4010/api/v1'],
  [' HTTPS://localhost:4010', 'plainHttp', 'http://localhost:4010'],
  ['https://[::1]:4010', 'plainHttp', 'http://[::1]:4010'],
  ['https://desk.example.com', 'plainHttp', null],
  ['localhost:4010', 'refused', '[::1]:4010'],
  ['http://Desk.localhost.:4010/api/v1', 'refused', 'http://[::1]:4010/api/v1'],
  ['https://localhost', 'refused', 'https://[::1]'],
  ['http://127.0.0.1:4010', 'refused', null],
  ['http://[::1]:4010', 'refused', null],
  ['notlocalhost:4010', 'refused', null],
  ['localhost:4010', 'interrupted', null],
  ['', 'refused', null],
])('after %j fails (%s) the other address on this computer is %j', (typed, reason, other) => {
  expect(otherLocalAddress(typed, { kind: 'offline', reason })).toBe(other)
})
