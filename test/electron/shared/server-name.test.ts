import { expect, it } from 'vitest'
import { serverName } from '../../../electron/shared/server-name.ts'

it.each([
  ['desk.example.com', 'https://desk.example.com/api/v1'],
  ['desk.example.com:8443', ' desk.example.com:8443 '],
  ['localhost:4010', 'http://localhost:4010'],
  ['not a server', 'not a server'],
  ['', ''],
])('the name of a server is %s, typed as %s', (name, typed) => {
  expect(serverName(typed)).toBe(name)
})
