/** Why a token is not kept: no keyring opens, the keyring does not answer, or the disk does not take it. */
export type UnpersistedReason = 'keyring' | 'noAnswer' | 'disk'

/** Where tokens are kept in this run: in the system's keyring, or in memory until the app is quit. */
export interface TokenStorage {
  location: 'keyring' | 'memory'
  /** Null when they are in the keyring. */
  reason: UnpersistedReason | null
  /** The name of the system's store, for diagnostics, such as `gnome_libsecret`. */
  backend: string
}
