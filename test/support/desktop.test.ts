import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { desktopEnv, desktopPlaces } from './desktop/environment.ts'

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
