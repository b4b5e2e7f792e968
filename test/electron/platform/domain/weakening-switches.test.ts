import { expect, it } from 'vitest'
import { weakeningSwitches } from '../../../../electron/platform/domain/weakening-switches.ts'

const TLS = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'ssl-key-log-file']
const NETWORK = ['host-resolver-rules', 'host-rules', 'log-net-log', 'user-agent']
const DEBUGGING = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address']
const PAGES = ['allow-running-insecure-content', 'disable-web-security']

it.each([...TLS, ...NETWORK, ...DEBUGGING, ...PAGES])(
  '%s weakens the app, with and without a value',
  (name) => {
    const found = [
      weakeningSwitches(['/usr/bin/session-desk', `--${name}`]),
      weakeningSwitches(['/usr/bin/session-desk', `--${name}=MAP * 127.0.0.1`, `-${name}`]),
      weakeningSwitches(['Session Desk.exe', `/${name.toUpperCase()}=1`]),
    ]
    expect(found).toEqual([[name], [name], [name]])
  },
)

const PROXY = ['--proxy-server=http://proxy:3128', '--proxy-pac-url=http://proxy/pac']
const SYSTEM = ['--no-sandbox', '--password-store=gnome-libsecret', '--ozone-platform=wayland']
const OWN = [
  '--user-data-dir=/home/ana/remote-debugging-port',
  '--server=https://host-rules.example/api/v1',
  '--hidden',
]
const OTHERS = ['session-desk://reset?token=user-agent&email=ana@example.com', '/home/ana/log-net-log.txt']

it.each([...PROXY, ...SYSTEM, ...OWN, ...OTHERS])('%s does not weaken the app', (argument) => {
  expect(weakeningSwitches(['/usr/bin/session-desk', argument])).toEqual([])
})
