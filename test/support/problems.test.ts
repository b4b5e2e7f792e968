import { describe, expect, it } from 'vitest'
import { findProblems, type Evidence } from './checks/problems.ts'

describe('a run of the app', () => {
  const clean: Evidence = {
    stderr: ['DevTools listening on ws://127.0.0.1:1/x'],
    recorded: [
      { kind: 'socket', text: '127.0.0.1:8080' },
      { kind: 'quit', text: '' },
    ],
    network: {
      urls: ['http://127.0.0.1:8080/api', 'app://session-desk/index.html'],
      sockets: ['127.0.0.1:8080'],
    },
    other: [],
  }
  const tolerance = { errors: [], origins: ['http://127.0.0.1:8080'] }
  const problems = (change: Partial<Evidence>, more: object = {}): string[] =>
    findProblems({ ...clean, ...change }, { ...tolerance, ...more })

  it('is clean when it reported no error and contacted only the service', () => {
    expect(problems({})).toEqual([])
  })

  it('is not clean after an error of any origin', () => {
    expect(problems({ stderr: ['Error: a'] })).toEqual(['standard error: Error: a'])
    expect(problems({ recorded: [{ kind: 'console', text: 'Uncaught b' }] })).toEqual(['console: Uncaught b'])
    expect(problems({ other: ['The app did not quit'] })).toEqual(['The app did not quit'])
  })

  it('is clean when the test tolerates the error', () => {
    expect(problems({ stderr: ['Error: a'] }, { errors: [/Error: a$/] })).toEqual([])
  })

  it.each<[string, Partial<Evidence>]>([
    ['another port', { network: { urls: ['http://127.0.0.1:8081/'], sockets: [] } }],
    ['another scheme', { network: { urls: ['https://127.0.0.1:8080/'], sockets: [] } }],
    ['a name', { network: { urls: ['https://evil.example/'], sockets: [] } }],
    ['a web socket', { network: { urls: ['wss://evil.example/'], sockets: [] } }],
    ['a mere connection', { network: { urls: [], sockets: ['203.0.113.9:443'] } }],
    ['a socket of Node', { recorded: [{ kind: 'socket', text: '203.0.113.9:443' }] }],
    ['a name that Node looked up', { recorded: [{ kind: 'name', text: 'evil.example' }] }],
  ])('is not, for going to %s', (_what, change) => {
    expect(problems(change)).toEqual([expect.stringContaining('went to an address not allowed')])
  })

  it('may go to localhost by number when its name is allowed', () => {
    const network = { urls: ['https://localhost:9/x'], sockets: ['127.0.0.1:9'] }
    expect(problems({ network, recorded: [] }, { origins: ['https://localhost:9'] })).toEqual([])
  })
})
