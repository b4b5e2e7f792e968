import type { Result } from '../../../../electron/shared/result.ts'
import { createWorkUnderWay } from '../../../../electron/core/work-under-way.ts'
import { createAddApiToken } from '../../../../electron/features/auth/api-token.ts'
import {
  createPendingLogouts,
  type PendingLogoutsFile,
} from '../../../../electron/features/auth/pending-logouts.ts'
import { createRegistration } from '../../../../electron/features/auth/registration.ts'
import { createSignIn } from '../../../../electron/features/auth/sign-in.ts'
import { createSignOutEverywhere } from '../../../../electron/features/auth/sign-out-everywhere.ts'
import { createSignOut } from '../../../../electron/features/auth/sign-out.ts'
import {
  createUnconfirmedSessions,
  type UnconfirmedSessionsFile,
} from '../../../../electron/features/auth/unconfirmed-sessions.ts'
import { LOGIN, LOGOUT, setUpCore, type CoreOptions } from '../../core/core-harness.ts'
import type { Answer } from '../../fake-service.ts'
import { fakeStore } from '../../fakes.ts'

/** A person's input, with spaces around it. */
export const TYPED = {
  server: ' chat.example ',
  email: ' ana@example.com ',
  password: ' secret-canary ',
  deviceName: ' Desk ',
}

/** A new user's input. */
export const PERSON = {
  ...TYPED,
  name: ' Ana Souza ',
  passwordConfirmation: TYPED.password,
  termsAccepted: true,
}
export const REGISTER = 'POST /auth/register'

/** An answer with a token, with or without its user. */
export function granted(token: string, userId: number | null = 7): Answer {
  const user = userId === null ? {} : { user: { id: userId, name: 'Ana', email: 'ana@example.com' } }
  return { status: 200, body: { success: true, data: { ...user, token, expires_at: null } } }
}

/** An answer that requires the code. */
export const codeRequired: Answer = { status: 200, body: { success: true, two_factor_required: true } }

/** All services of signing in and out, over those of core; the service accepts a login and a logout. */
export async function setUpAuth({ canShowOutcome = true, ...options }: AuthOptions = {}) {
  const core = await setUpCore(options)
  const { service } = core
  const files = {
    ...core.files,
    logouts: fakeStore<PendingLogoutsFile>({}),
    unconfirmed: fakeStore<UnconfirmedSessionsFile>([]),
  }
  /** What happened to accounts and sessions, in order. */
  const events: string[] = []
  /** The work of other services on an account. */
  const others = {
    isOpen: false,
    /** The email in the record of the account's sessions. */
    recordedOwner: '',
    checkedAt: (_token: string): number | null => null,
    /** The names of the sessions whose ends could not be confirmed. */
    unended: [] as string[],
    settle: (): Promise<unknown> => Promise.resolve(),
    /** Resolves when no request of an account is pending, and nothing more is sent. */
    holdBack: (): Promise<unknown> => Promise.resolve(),
    underWay: (_accountId: string): Promise<Result<null>> | null => null,
    mayEnd: (): void => undefined,
  }
  let ids = 0
  service.on(LOGIN, () => granted('7|token'))
  service.on(LOGOUT, () => ({ status: 204 }))

  function over(app: ReturnType<typeof core.start>) {
    const parts = {
      ...app,
      work: createWorkUnderWay(),
      newId: () => `id-${++ids}`,
      random: () => 0.5,
      transportTo: service.transportTo,
      rememberServer: (server: string) => void events.push(`server ${server}`),
      signedIn: (id: string) => void events.push(`signedIn ${id}`),
      accountRemoved: (id: string, reason: string) => void events.push(`${reason} ${id}`),
      settle: async () => {
        await others.settle()
        return others.unended
      },
      holdBack: async (id: string) => {
        events.push(`held ${id}`)
        await others.holdBack()
        return () => void events.push(`released ${id}`)
      },
      checkedAt: (_id: string, token: string) => others.checkedAt(token),
      renewals: { underWay: (id: string) => others.underWay(id), isOpen: () => others.isOpen },
      deviceName: () => 'This desk',
      recordedOwner: () => others.recordedOwner,
      mayEnd() {
        others.mayEnd()
        events.push('all are to end')
        return (answer: string | null) => void events.push(`all ${answer}`)
      },
    }
    const unconfirmedSessions = createUnconfirmedSessions({
      ...parts,
      store: files.unconfirmed,
      added: ({ cause, name }) => void events.push(`unconfirmed ${cause} ${name}`),
      changed: () => undefined,
    })
    const logouts = createPendingLogouts({
      ...parts,
      store: files.logouts,
      canShowOutcome: () => canShowOutcome,
      unconfirmed: unconfirmedSessions.add,
      removeAccount: app.accounts.remove,
    })
    const all = { ...parts, unconfirmedSessions, logouts }
    const signIn = createSignIn(all)
    return {
      ...all,
      signIn,
      addApiToken: createAddApiToken(all).addApiToken,
      register: createRegistration({ ...all, proceed: signIn.proceed }).register,
      signOut: createSignOut(all),
      ...createSignOutEverywhere(all),
    }
  }

  return { ...core, ...over(core), files, events, others, start: () => over(core.start()) }
}

interface AuthOptions extends CoreOptions {
  /** Whether a window is open, which shows the outcome of a sign-out. */
  canShowOutcome?: boolean
}
