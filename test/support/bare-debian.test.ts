import { describe, expect, it } from 'vitest'
import { findPackageSource } from './bare-debian/base.ts'
import { hintProblem, testsProblem, totalsIn } from './bare-debian/check-output.ts'
import { aptNetworkLines, npmNetworkLines } from './bare-debian/network.ts'
import { abandoned, mountsBelow } from './bare-debian/owned-folder.ts'
import { runEchoed } from './bare-debian/run-echoed.ts'

describe('the folder of a bare Debian', () => {
  it('counts as abandoned only when the process in its name is gone', () => {
    const names = ['bare-debian-12-aB3xYz', 'bare-debian-13-aB3xYz', 'bare-debian-x', 'other-12-x', '12']
    expect(abandoned(names, (pid) => pid === 13)).toEqual(['bare-debian-12-aB3xYz'])
  })

  it('lists only mounts at the folder and below', () => {
    const mountinfo = [
      '22 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
      '23 22 0:21 / /var/tmp/one rw - proc proc rw',
      '24 22 0:22 / /var/tmp/one/proc rw - proc proc rw',
      '25 22 0:23 / /var/tmp/one-more/proc rw - proc proc rw',
      '',
    ].join('\n')
    expect(mountsBelow('/var/tmp/one', mountinfo)).toEqual(['/var/tmp/one', '/var/tmp/one/proc'])
    expect(mountsBelow('/var/tmp/two', mountinfo)).toEqual([])
  })
})

describe('where the packages of a bare Debian come from', () => {
  const lines = [
    'http://deb.example/debian-security bookworm-security main',
    'http://deb.example/debian bookworm main',
    'http://deb.example/debian bookworm universe',
    'http://deb.example/debian bookworm main',
    'http://elsewhere.example/debian bookworm contrib',
  ]

  it('is this computer’s mirror, with its components', () => {
    expect(findPackageSource('bookworm', lines)).toEqual({
      release: 'bookworm',
      mirror: 'http://deb.example/debian',
      components: ['main', 'universe'],
    })
  })

  it('is debootstrap’s default when this computer has none for the release', () => {
    expect(findPackageSource('trixie', lines)).toEqual({
      release: 'trixie',
      mirror: null,
      components: ['main'],
    })
  })
})

describe('the settings that a bare Debian gets from this computer', () => {
  it('include how to reach npm’s registry, and nothing that changes npm', () => {
    const network = [
      'registry=https://npm.example/',
      '@acme:registry = https://acme.example/',
      '//npm.example/:_authToken=secret',
      'https-proxy=http://proxy.example:3128',
      'strict-ssl=true',
    ]
    const other = ['cafile=/etc/ssl/own.pem', 'ignore-scripts=true', 'cache=/tmp/npm', '; registry=no', '']
    expect(npmNetworkLines([...network, ...other].join('\n'))).toEqual(network)
  })

  it('include how to reach apt’s mirrors, and the clock to trust', () => {
    const network = ['Acquire::http::Proxy "http://proxy.example:3128";', 'Acquire::Check-Date "false";']
    expect(aptNetworkLines([...network, 'Acquire::Languages "none";', 'Acquire "";'])).toEqual(network)
  })
})

describe('the output of the commands on a bare Debian', () => {
  const end = (code: number | null, ...lines: string[]) => ({ code, lines })
  const hint = 'These are missing. Run: sudo apt-get install --no-install-recommends xvfb libnss3'
  const installed = ['> demo', 'Installing system packages: xvfb libnss3', 'Building the app.']

  it('is a failure without root, with the command that installs what root installs', () => {
    expect(hintProblem(end(1, '> demo', hint), installed)).toBeNull()
  })

  it.each([
    ['succeeds', end(0, hint), installed],
    ['says no line', end(1, 'Error: spawn Xvfb ENOENT'), installed],
    ['says a line with less in it', end(1, hint.replace(' libnss3', '')), installed],
    ['says a line where root had nothing to install', end(1, hint), ['> demo']],
  ])('is wrong when a start without root %s', (_how, refused, byRoot) => {
    expect(hintProblem(refused, byRoot)).toEqual(expect.any(String))
  })

  it('says that all tests passed, whatever npm writes after it', () => {
    const lines = [
      '9 passed, 1 failed, 0 skipped',
      '12 passed, 0 failed, 2 skipped',
      'npm notice New version',
    ]
    expect(totalsIn(lines)).toBe('12 passed, 0 failed, 2 skipped')
    expect(testsProblem(end(0, ...lines))).toBeNull()
  })

  it.each([
    ['a test failed', end(1, '12 passed, 1 failed, 0 skipped')],
    ['no test ran', end(0, '0 passed, 0 failed, 0 skipped')],
    ['the exit code says otherwise', end(1, '12 passed, 0 failed, 0 skipped')],
    ['a signal ended it', end(null, '12 passed, 0 failed, 0 skipped')],
    ['it never came to its end', end(0, 'Installing system packages: xvfb')],
  ])('is a failure when %s', (_what, tests) => {
    expect(testsProblem(tests)).toEqual(expect.any(String))
  })
})

describe('a command whose output is shown', () => {
  it('gives its exit code and all its output, with the last unfinished line', async () => {
    const shown: string[] = []
    const script = 'console.log("one"); process.stdout.write("two"); process.exitCode = 3'
    const end = await runEchoed([process.execPath, '-e', script], { onLine: (line) => shown.push(line) })
    expect(end).toEqual({ code: 3, lines: ['one', 'two'] })
    expect(shown).toEqual(['one', 'two'])
  })

  it('ends and rejects when interrupted', async () => {
    const interrupted = new AbortController()
    const script = 'console.log(process.pid); setInterval(() => {}, 1000)'
    let pid = 0
    const running = runEchoed([process.execPath, '-e', script], {
      signal: interrupted.signal,
      onLine(line) {
        pid = Number(line)
        interrupted.abort(new Error('Interrupted'))
      },
    })
    await expect(running).rejects.toThrow('Interrupted')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
