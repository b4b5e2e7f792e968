import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { desktopEnv, desktopPlaces } from './desktop/environment.ts'
import { ownScreen } from './desktop/display.ts'
import { missingRequirements, packagesFor, type SystemFacts } from './desktop/requirements.ts'
import { parseSceneGraph } from './desktop/weston.ts'
import { electronCommand, hasDisplay } from './electron-command.ts'

const NOTHING: SystemFacts = {
  hasPackage: () => false,
  hasCommand: () => false,
  hasLibrary: () => false,
  hasFile: () => false,
}
const REQUIRED = [
  { packages: ['xvfb'], proof: { command: 'Xvfb' } },
  { packages: ['libasound2t64', 'libasound2'], proof: { shared: 'libasound.so.2' } },
  { packages: ['fonts-inter'], proof: { file: '/usr/share/fonts/opentype/inter' } },
]

describe('system packages', () => {
  it('are all missing on a bare system', () => {
    expect(missingRequirements(NOTHING, REQUIRED)).toEqual(REQUIRED)
  })

  it('are present when their command, library or file is, whatever the package name', () => {
    const has = (wanted: string) => (name: string) => name === wanted
    const system = {
      ...NOTHING,
      hasCommand: has('Xvfb'),
      hasLibrary: has('libasound.so.2'),
      hasFile: has('/usr/share/fonts/opentype/inter'),
    }
    expect(missingRequirements(system, REQUIRED)).toEqual([])
  })

  it('are present when the package is, wherever its files are', () => {
    const system = { ...NOTHING, hasPackage: (name: string) => name === 'fonts-inter' }
    expect(missingRequirements(system, REQUIRED)).toEqual(REQUIRED.slice(0, 2))
  })

  it('are named as this release names them', () => {
    const debian12 = ['xvfb', 'libasound2', 'fonts-inter']
    expect(packagesFor(REQUIRED, (name) => debian12.includes(name))).toEqual(debian12)
    expect(packagesFor(REQUIRED, () => true)).toEqual(['xvfb', 'libasound2t64', 'fonts-inter'])
  })
})

describe('the environment of a desktop', () => {
  const display = { server: 'x11' as const, name: ':7', visible: false, stop: () => Promise.resolve() }
  const options = { display, locale: 'pt-BR', dark: true, busAddress: 'unix:path=/d/run/bus' }
  const own = {
    PATH: '/bin',
    HOME: '/home/ann',
    XDG_CURRENT_DESKTOP: 'GNOME',
    LC_ALL: 'C',
    https_proxy: 'http://proxy',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--inspect',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    WAYLAND_DISPLAY: 'wayland-0',
  }
  const env = desktopEnv(own, desktopPlaces('/d'), options, 'linux')

  it('inherits nothing from this computer’s desktop, npm or test runner', () => {
    const kept = Object.keys(own).filter((name) => env[name] === own[name as keyof typeof own])
    expect(kept).toEqual(['PATH'])
    expect(env).not.toHaveProperty('https_proxy')
  })

  it('has its own folders, bus, screen, language and theme', () => {
    expect(env).toMatchObject({
      HOME: join('/d', 'home'),
      XDG_RUNTIME_DIR: join('/d', 'run'),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/d/run/bus',
      DISPLAY: ':7',
      LANG: 'pt_BR.UTF-8',
      GTK_THEME: 'Adwaita:dark',
      TZ: 'UTC',
    })
  })
})

describe('a Wayland desktop', () => {
  it('has no X screen to fall back to', () => {
    const display = {
      server: 'wayland' as const,
      name: '/w/wayland-0',
      visible: false,
      stop: () => Promise.resolve(),
    }
    const env = desktopEnv({ DISPLAY: ':0' }, desktopPlaces('/d'), { display, busAddress: null }, 'linux')
    expect(env).toMatchObject({ XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: '/w/wayland-0' })
    expect(env).not.toHaveProperty('DISPLAY')
  })

  it('is the user’s own when there is no X screen', () => {
    const env = { WAYLAND_DISPLAY: 'wayland-1', XDG_RUNTIME_DIR: '/run/user/1000' }
    expect(ownScreen(env)).toEqual({ server: 'wayland', name: '/run/user/1000/wayland-1' })
    expect(ownScreen({ ...env, WAYLAND_DISPLAY: '/tmp/w' })).toEqual({ server: 'wayland', name: '/tmp/w' })
    expect(ownScreen({ ...env, DISPLAY: ':0' })).toEqual({ server: 'x11', name: ':0' })
    expect(ownScreen({ XDG_RUNTIME_DIR: '/run/user/1000' })).toBeNull()
  })

  it('lists the windows on it, not its own panel and background', () => {
    const graph = [
      'Layer 3 (pos 0x80000000):',
      '\tView 0 (role (null), PID 13221, surface ID 15, panel for output headless, 0x559b68a19310):',
      '\t\tposition: (0, 0) -> (1600, 32)',
      'Layer 5 (pos 0x50000000):',
      "\tView 0 (role xdg_toplevel, PID 13228, surface ID 3, top-level window 'Ana’s (1) – App' of session-desk, 0x559b6):",
      '\t\tposition: (-20, 186) -> (880, 786)',
    ]
    expect(parseSceneGraph(graph.join('\n'))).toEqual([
      {
        pid: 13228,
        title: 'Ana’s (1) – App',
        appId: 'session-desk',
        rect: { x: -20, y: 186, width: 900, height: 600 },
      },
    ])
  })
})

describe('a start by hand', () => {
  const runtime = {
    path: '/e/electron',
    dist: '/e',
    version: '45',
    source: 'override',
    tryout: false,
  } as const
  const env = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }
  const base = { root: '/app', runtime, env, args: ['--server=http://127.0.0.1:1'] }

  it('switches the sandbox off for root only', () => {
    expect(electronCommand({ ...base, mode: 'start', isRoot: true })).toEqual([
      '/e/electron',
      '/app',
      '--no-sandbox',
      '--server=http://127.0.0.1:1',
    ])
    expect(electronCommand({ ...base, mode: 'start', isRoot: false })).not.toContain('--no-sandbox')
  })

  it('goes through electron-vite while developing', () => {
    const command = electronCommand({ ...base, mode: 'dev', isRoot: true })
    expect(command.slice(2)).toEqual(['dev', '--noSandbox', '--', '--server=http://127.0.0.1:1'])
  })

  it('asks for Wayland where there is nothing else', () => {
    const only = { WAYLAND_DISPLAY: 'wayland-0' }
    const start = electronCommand({ ...base, env: only, mode: 'start', isRoot: false })
    expect(start).toEqual(['/e/electron', '/app', '--ozone-platform=wayland', '--server=http://127.0.0.1:1'])
    const develop = electronCommand({ ...base, env: only, mode: 'dev', isRoot: false })
    expect(develop.slice(-3)).toEqual(['--', '--ozone-platform=wayland', '--server=http://127.0.0.1:1'])
    for (const other of [env, { DISPLAY: ':0' }, {}])
      expect(electronCommand({ ...base, env: other, mode: 'start', isRoot: false }).join()).not.toContain(
        'ozone',
      )
  })

  it('needs a display on Linux', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('darwin', {})).toBe(true)
  })
})
