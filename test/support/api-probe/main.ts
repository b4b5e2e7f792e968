import { app, net } from 'electron'
import * as password from '../../../electron/api/password.ts'
import * as profile from '../../../electron/api/profile.ts'
import * as sessions from '../../../electron/api/sessions.ts'
import * as signIn from '../../../electron/api/sign-in.ts'
import * as tokens from '../../../electron/api/tokens.ts'
import { systemClock } from '../../../electron/platform/start/clock.ts'
import { hardenNetwork } from '../../../electron/platform/start/hardening.ts'
import { createTransports } from '../../../electron/platform/network/transports.ts'

// An app without a window that offers the API client, over Electron's network stack, to a test.
const client = { ...password, ...profile, ...sessions, ...signIn, ...tokens }

/** The functions of the API client that a test can call by name, with a base URL in place of the transport. */
export type Client = typeof client

hardenNetwork()
void app.whenReady().then(() => {
  const transports = createTransports({
    clock: systemClock(),
    language: () => 'en',
    isOnline: () => net.isOnline(),
    userAgent: 'SessionDesk/test',
  })
  const withTransport = ([name, call]: [string, (...all: never[]) => unknown]) => [
    name,
    (baseUrl: string, ...rest: never[]) => call(transports.of('probe', baseUrl) as never, ...rest),
  ]
  Object.assign(globalThis, {
    probe: Object.fromEntries(Object.entries(client).map(withTransport)) as unknown,
  })
})
