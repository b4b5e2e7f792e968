import { describe, expect, it } from 'vitest'
import { serverName } from '../../../electron/shared/server-name.ts'

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
