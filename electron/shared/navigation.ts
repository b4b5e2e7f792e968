/** What a recovery link holds: the token of the mail, which is a secret, and the email it was sent to. */
export interface RecoveryLink {
  token: string
  email: string
}

/** A page that something outside the window leads to; with null the account that is shown anyway. */
export interface NavigationTarget {
  page: 'sessions' | 'settings' | 'password' | 'addAccount'
  accountId: string | null
  /** The session that it is about. */
  sessionId: number | null
}
