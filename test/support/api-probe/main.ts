import { app, net } from 'electron'
import * as password from '../../../electron/api/password.ts'
import * as profile from '../../../electron/api/profile.ts'
import * as sessions from '../../../electron/api/sessions.ts'
import * as signIn from '../../../electron/api/sign-in.ts'
import * as tokens from '../../../electron/api/tokens.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { disableDictionaryDownload } from '../../../electron/platform/hardening.ts'
import { createTransports } from '../../../electron/platform/transports.ts'

// An app without a window that offers the API client, over Electron's network stack, to a test.
const client = { ...password, ...profile, ...sessions, ...signIn, ...tokens }

/** The functions of the API client that a test can call by name. */
export type Client = typeof client
/** The probe's global functions; the transport is the first argument of each call and stays here. */
export type Probe = (name: keyof Client, baseUrl: string, ...rest: unknown[]) => Promise<unknown>

disableDictionaryDownload()
void app.whenReady().then(() => {
  const transports = createTransports({
    clock: systemClock(),
    language: () => 'en',
    isOnline: () => net.isOnline(),
    userAgent: 'SessionDesk/test',
  })
  const probe: Probe = (name, baseUrl, ...rest) => {
    const call = client[name] as (...all: unknown[]) => Promise<unknown>
    return call(transports.of('probe', baseUrl), ...rest)
  }
  Object.assign(globalThis, { probe })
})
