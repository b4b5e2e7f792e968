import { describe, expect, it } from 'vitest'
import { isThisComputer, serverName } from '../../renderer/composables/server-name.ts'

describe('the name of a server', () => {
  it.each([
    ['desk.example.com', 'https://desk.example.com/api/v1'],
    ['desk.example.com:8443', ' desk.example.com:8443 '],
    ['localhost:4010', 'http://localhost:4010'],
    ['not a server', 'not a server'],
    ['', ''],
  ])('is %s', (name, typed) => {
    expect(serverName(typed)).toBe(name)
  })
})

describe('this computer', () => {
  it.each([
    [true, 'http://127.0.0.1:4010/api/v1'],
    [true, 'http://localhost/api/v1'],
    [true, 'https://[::1]:8443/api/v1'],
    [false, 'https://127.0.0.1.example.com/api/v1'],
    [false, 'https://desk.example.com/api/v1'],
    [false, ''],
  ])('%s for %s', (local, baseUrl) => {
    expect(isThisComputer(baseUrl)).toBe(local)
  })
})
