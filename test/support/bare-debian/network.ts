import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mustRun } from './run-echoed.ts'

const CERTIFICATES = '/usr/local/etc/certificates.pem'
const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy']
/** The npm settings for reaching a registry, with the keys of single registries (`//host/:…`). */
const NPM_NETWORK = /^\s*((@[^:=]+:)?registry|\/\/[^=]+|(https-)?proxy|noproxy|strict-ssl)\s*=/
/** The apt settings for reaching a mirror, and for checking dates. */
const APT_NETWORK = /^Acquire::(\w+::Proxy|Check-)/i

/**
 * Copies this computer's network settings into the system in `folder`, for apt and for root's npm: names, proxies,
 * certificates, registries. Returns the environment variables that programs there need.
 */
export async function bringNetwork(folder: string): Promise<NodeJS.ProcessEnv> {
  for (const name of ['hosts', 'resolv.conf']) await copyFile(`/etc/${name}`, join(folder, 'etc', name))
  const apt = (await mustRun(['apt-config', 'dump', 'Acquire'])).filter((line) => APT_NETWORK.test(line))
  await writeFile(join(folder, 'etc/apt/apt.conf.d/90network'), `${apt.join('\n')}\n`)

  const certificates = await readCertificates()
  if (certificates !== '') await writeInto(folder, CERTIFICATES, certificates, 0o644)
  const npm = [...(await readNpmLines()), ...(certificates === '' ? [] : [`cafile=${CERTIFICATES}`])]
  // It may contain a registry's password.
  await writeInto(folder, '/root/.npmrc', `${npm.join('\n')}\n`, 0o600)

  const names = PROXIES.flatMap((name) => [name, name.toUpperCase()])
  const proxies = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return {
    ...(Object.fromEntries(proxies) as NodeJS.ProcessEnv),
    ...(certificates === '' ? {} : { NODE_EXTRA_CA_CERTS: CERTIFICATES }),
  }
}

async function readNpmLines(): Promise<string[]> {
  const files = [await npmSetting('globalconfig'), await npmSetting('userconfig')]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => NPM_NETWORK.test(line))
  return [...lines, `registry=${await npmSetting('registry')}`]
}

async function readCertificates(): Promise<string> {
  const files = new Set([await npmSetting('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''])
  const texts = await Promise.all([...files].map((file) => readFile(file, 'utf8').catch(() => '')))
  return [...new Set(texts.filter(Boolean))].join('\n')
}

async function npmSetting(name: string): Promise<string> {
  const lines = await mustRun(['npm', 'config', 'get', name, '--loglevel=error'])
  return lines.at(-1)?.trim() ?? ''
}

async function writeInto(folder: string, path: string, text: string, mode: number): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, { mode })
}
