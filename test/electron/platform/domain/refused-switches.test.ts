import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refusedSwitches } from '../../../../electron/platform/domain/refused-switches.ts'

const PROGRAM = '/usr/bin/session-desk'
const refused = (argument: string, platform: NodeJS.Platform = 'linux'): string[] =>
  refusedSwitches([PROGRAM, argument], platform)

const TRACES = ['trace-startup', 'trace-startup-file', 'enable-tracing', 'log-net-log', 'enable-logging', 'v']
const TLS = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'ssl-key-log-file']
const NETWORK = ['host-resolver-rules', 'host-rules', 'user-agent', 'auth-server-allowlist']
const DEBUGGING = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'js-flags']
const CODE = ['load-extension', 'require', 'r', 'gpu-launcher', 'renderer-cmd-prefix', 'utility-cmd-prefix']
const SANDBOX = ['disable-gpu-sandbox', 'in-process-gpu', 'single-process', 'no-zygote', 'type']
const PAGES = ['allow-running-insecure-content', 'disable-web-security', 'allow-file-access-from-files']
const NAMES_OF_OBJECTS = ['constructor', '__proto__', 'toString', '']

it.each([TRACES, TLS, NETWORK, DEBUGGING, CODE, SANDBOX, PAGES, NAMES_OF_OBJECTS].flat())(
  'a package refuses --%s, with one or two dashes, with and without a value',
  (name) => {
    expect(refused(`--${name}=MAP * 127.0.0.1`)).toEqual([`--${name}`])
    expect(refused(` -${name}=1\n2 `)).toEqual([`-${name}`])
    if (name !== '') expect(refused(`--${name}`)).toEqual([`--${name}`])
  },
)

it('refuses every switch that is not on the list', () => {
  const known = /^(server|user-data-dir|lang|class|proxy-.*|password-store|psn_\d+_\d+)$/
  const name = fc.stringMatching(/^[a-z][a-z\d-]{0,20}$/).filter((text) => !known.test(text))
  const prefix = fc.constantFrom('--', '-')
  fc.assert(
    fc.property(prefix, name, (dashes, text) => {
      // No switch of the list takes this value.
      expect(refused(`${dashes}${text}=\0`)).toEqual([dashes + text])
    }),
  )
})

const OWN =
  '--server=https://host-rules.example/api/v1 --user-data-dir=/home/ana/trace-startup --hidden --page=review'
const LINKS = 'session-desk://reset?token=user-agent&email=ana@example.com /home/ana/log-net-log.txt -'
const PROXY = '--proxy-server=http://proxy:3128 --proxy-pac-url=http://proxy/pac --no-proxy-server'
const SYSTEM = `--no-sandbox --password-store=gnome-libsecret --lang=pt-BR --class=session-desk --updated
  --ozone-platform=wayland --ozone-platform-hint=auto --gtk-version=4 --enable-wayland-ime=true
  --wayland-text-input-version=3 --enable-wayland-ime --force-renderer-accessibility
  --enable-features=UseOzonePlatform,WaylandWindowDecorations --disable-features=Vulkan
  --disable-gpu --use-gl=angle --use-angle=swiftshader --force-device-scale-factor=1.25`

it.each([OWN, LINKS, PROXY, SYSTEM].flatMap((all) => all.split(/\s+/)))(
  'a package starts with %s',
  (argument) => {
    expect(refused(argument)).toEqual([])
  },
)

it.each([
  ['--enable-features=UseOzonePlatform,NetworkServiceInProcess'],
  ['--enable-features=UseOzonePlatform<Trial:a/b'],
  ['--disable-features=NetworkServiceSandbox'],
  ['--ozone-platform=headless'],
  ['--use-gl=/tmp/libGL.so'],
  ['--hidden=1'],
  ['--SERVER=https://desk.example'],
])('a package refuses the value or the spelling of %s', (argument) => {
  expect(refused(argument)).toHaveLength(1)
})

it('names each refused switch once and without its value', () => {
  const argv = [PROGRAM, '--v=1', '--hidden', '--v=canary', '--inspect', 'session-desk://reset']
  expect(refusedSwitches(argv, 'linux')).toEqual(['--v', '--inspect'])
})

it('takes no program for a switch, and nothing after two dashes', () => {
  expect(refusedSwitches(['--inspect', '--', '--inspect', '-r'], 'linux')).toEqual([])
})

it('reads a command line of Windows as Windows does', () => {
  expect(refused('/HIDDEN', 'win32')).toEqual([])
  expect(refused('/Inspect=1', 'win32')).toEqual(['/Inspect'])
  expect(refused('-Embedding', 'win32')).toEqual([])
  expect(refused('-Embedding')).toEqual(['-Embedding'])
  expect(refused('/', 'win32')).toEqual([])
})

it('knows the process number that macOS passes', () => {
  expect(refused('-psn_0_12345', 'darwin')).toEqual([])
  expect(refused('-psn_0_12345')).toEqual(['-psn_0_12345'])
})
