/** What is certain about a password after a change was asked for. */
export type PasswordVerdict = 'changed' | 'unchanged' | 'notSent' | 'unknown'

/** A change of a password that a person has to know about; after a restart too. Holds no password. */
export interface PasswordReport {
  accountId: string
  /** When it was sent, epoch ms by this computer's clock. */
  at: number
  verdict: PasswordVerdict
  /** Whether the passwords are still in memory, so that signing in can tell. */
  canVerify: boolean
  /** Whether that was tried. */
  wasProbed: boolean
  /** When signing in told so, epoch ms by this computer's clock; null when the service said so itself, or nobody did. */
  foundAt: number | null
}

/** The outcome of one account's password change. `canVerify`: signing in can still tell it. */
export type SettledPassword = Pick<PasswordReport, 'accountId' | 'verdict' | 'canVerify' | 'foundAt'>
