/** The known outcome of a password change. */
export type PasswordVerdict = 'changed' | 'unchanged' | 'notSent' | 'unknown'

/** A password change whose outcome the person has not dismissed yet; survives a restart. Contains no password. */
export interface PasswordReport {
  accountId: string
  /** The time of the change, epoch ms by this computer's clock. */
  at: number
  verdict: PasswordVerdict
  /** Whether the passwords are still in memory, so that signing in can verify the outcome. */
  canVerify: boolean
  /** Whether a sign-in tried to verify the outcome, or the outcome is known. */
  wasProbed: boolean
  /** When signing in verified the outcome, epoch ms by this computer's clock; null if it did not. */
  foundAt: number | null
}

/** The outcome of one account's password change, as soon as there is one; `unknown` if no response was conclusive. */
export type SettledPassword = Pick<PasswordReport, 'accountId' | 'verdict' | 'canVerify' | 'foundAt'>
