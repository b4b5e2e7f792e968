/**
 * The content of a recovery link: the token from the email, which is secret, and the email address it was sent to. Each is empty where
 * the link is damaged.
 */
export interface RecoveryLink {
  token: string
  email: string
}

/** A page that the tray, a notification or a command opens; a null account is the active account. */
export interface NavigationTarget {
  page: 'sessions' | 'review' | 'settings' | 'password' | 'addAccount'
  accountId: string | null
  /** The key of the session to show on that page. */
  key: number | null
  /** Whether the page asks whether to end that session. */
  asksToEnd?: true
}
