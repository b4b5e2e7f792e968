import { join } from 'node:path'
import type { Runtime } from '../support/runtime/pinned.ts'

/** How to start the app from the work tree. */
export interface ElectronStart {
  mode: 'dev' | 'start'
  root: string
  runtime: Runtime
  /** Chromium's sandbox refuses to work for root. */
  isRoot: boolean
  /** The environment that it is started in. */
  env: NodeJS.ProcessEnv
  /** For the app. */
  args: readonly string[]
}

/** The command and its arguments. */
export function electronCommand(start: ElectronStart): [command: string, ...args: string[]] {
  const { mode, root, runtime, isRoot } = start
  const args = [...screenSwitches(start.env), ...start.args]
  if (mode === 'start') return [runtime.path, root, ...(isRoot ? ['--no-sandbox'] : []), ...args]
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const forApp = args.length > 0 ? ['--', ...args] : []
  const forDevelopment = ['--watch', '--sourcemap', ...(isRoot ? ['--noSandbox'] : [])]
  return [process.execPath, cli, 'dev', ...forDevelopment, ...forApp]
}

/** Whether there is a screen for a window. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** Electron before 38 requires an X screen and exits without one, unless a switch selects Wayland. */
function screenSwitches(env: NodeJS.ProcessEnv): string[] {
  return env['WAYLAND_DISPLAY'] && !env['DISPLAY'] ? ['--ozone-platform=wayland'] : []
}
