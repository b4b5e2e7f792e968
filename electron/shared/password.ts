/** The known outcome of a password change. */
export type PasswordVerdict = 'changed' | 'unchanged' | 'notSent' | 'unknown'

/** A password change that the person has to know about, also after a restart. Holds no password. */
export interface PasswordReport {
  accountId: string
  /** When the change was sent, epoch ms by this computer's clock. */
  at: number
  verdict: PasswordVerdict
  /** Whether the passwords are still in memory, so that signing in can verify the outcome. */
  canVerify: boolean
  /** Whether signing in was tried. */
  wasProbed: boolean
  /** When signing in verified the outcome, epoch ms by this computer's clock; null if it did not. */
  foundAt: number | null
}

/** The outcome of one account's password change. `canVerify`: signing in can still verify it. */
export type SettledPassword = Pick<PasswordReport, 'accountId' | 'verdict' | 'canVerify' | 'foundAt'>
