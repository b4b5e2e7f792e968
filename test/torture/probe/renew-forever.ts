import { getMe } from '../../../electron/api/profile.ts'
import type { Failure } from '../../../electron/shared/failure.ts'
import type { AccountStatus } from '../../../electron/shared/account.ts'
import { say } from './write-line.ts'
import { openClient, realTransports } from './client-harness.ts'

/** The folder of the account's files, and how to sign in again. */
export interface RenewInput {
  folder: string
  server: string
  email: string
  password: string
}

/** What a start found about its account: before and after a first call, and that call's failure. */
export interface Opened {
  before: AccountStatus | null
  after: AccountStatus | null
  failure: Failure['kind'] | null
}

/** The output lines: the files and the keyring are open, the result of the first call, and each renewal. */
export type RenewLine = { awake: true } | { opened: Opened } | { signedIn: true } | { renewed: true }

/** Makes a call with the stored account, signs in without a token, then renews until it is killed. */
export async function renewForever({ folder, server, email, password }: RenewInput): Promise<void> {
  const { services } = openClient(folder, realTransports().of)
  await services.findTokens()
  const known = services.accounts.all()[0]
  say({ awake: true } satisfies RenewLine)
  if (known) {
    const result = await services.gateway.callAs(known.id, getMe)
    const after = services.accounts.get(known.id)?.status ?? null
    const failure = result.ok ? null : result.failure.kind
    say({ opened: { before: known.status, after, failure } } satisfies RenewLine)
  } else say({ opened: { before: null, after: null, failure: null } } satisfies RenewLine)

  if (services.accounts.all()[0]?.status !== 'signedIn') {
    const entry = await services.signIn.signIn({ server, email, password, deviceName: 'Torture' })
    if (!entry.ok) throw new Error(`The sign-in failed: ${entry.failure.kind}`)
    say({ signedIn: true } satisfies RenewLine)
  }
  const accountId = services.accounts.all()[0]?.id ?? ''
  for (;;) {
    const renewal = await services.renewals.renew(accountId)
    if (!renewal.ok) throw new Error(`The renewal failed: ${renewal.failure.kind}`)
    say({ renewed: true } satisfies RenewLine)
  }
}
