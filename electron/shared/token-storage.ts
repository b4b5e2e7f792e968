/** Why a token is not on disk: no keyring opens, the keyring does not answer, or the disk refuses the write. */
export type UnpersistedReason = 'keyring' | 'noAnswer' | 'disk'

/** Where this run stores tokens: on disk, encrypted by the system's keyring, or in memory until the app quits. */
export interface TokenStorage {
  location: 'keyring' | 'memory'
  /** Why tokens are in memory; null if the keyring protects them. */
  reason: UnpersistedReason | null
  /** The name of the system's store, for diagnostics, such as `gnome_libsecret`. */
  backend: string
}
