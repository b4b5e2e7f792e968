import { describe, expect, it } from 'vitest'
import { weakeningSwitches } from '../../../../electron/platform/domain/weakening-switches.ts'

describe('the switches that weaken the app', () => {
  it.each([
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
    'ssl-key-log-file',
    'host-resolver-rules',
    'host-rules',
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-debugging-address',
    'log-net-log',
    'user-agent',
    'allow-running-insecure-content',
    'disable-web-security',
  ])('include %s, with and without a value', (name) => {
    expect(weakeningSwitches(['/usr/bin/session-desk', `--${name}`])).toEqual([name])
    expect(weakeningSwitches(['/usr/bin/session-desk', `--${name}=MAP * 127.0.0.1`, `-${name}`])).toEqual([
      name,
    ])
    expect(weakeningSwitches(['Session Desk.exe', `/${name.toUpperCase()}=1`])).toEqual([name])
  })

  it.each([
    '--proxy-server=http://proxy:3128',
    '--proxy-pac-url=http://proxy/pac',
    '--no-sandbox',
    '--password-store=gnome-libsecret',
    '--ozone-platform=wayland',
    '--user-data-dir=/home/ana/remote-debugging-port',
    '--hidden',
    '--server=https://host-rules.example/api/v1',
    'session-desk://reset?token=user-agent&email=ana@example.com',
    '/home/ana/log-net-log.txt',
  ])('do not include %s', (argument) => {
    expect(weakeningSwitches(['/usr/bin/session-desk', argument])).toEqual([])
  })
})
