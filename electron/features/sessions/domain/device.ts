import Bowser from 'bowser'
import type { Device, DeviceKind } from '../../../shared/device.ts'
import { detectKind, detectPlatform } from './device-hints.ts'

/**
 * A device parsed from a service name. `isCustomName`: the service name is not a user agent but a name that a person chose,
 * which is shown unchanged.
 */
export interface ParsedDevice extends Device {
  isCustomName: boolean
}

/** The display names of programs and libraries, by the lower-case product name in their user agents. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['sessiondesk', 'Session Desk'],
  ['okhttp', 'OkHttp'],
  ['dalvik', 'Android'],
  ['curl', 'curl'],
  ['wget', 'Wget'],
  ['postmanruntime', 'Postman'],
  ['insomnia', 'Insomnia'],
  ['httpie', 'HTTPie'],
  ['axios', 'axios'],
  ['node-fetch', 'node-fetch'],
  ['node', 'Node.js'],
  ['undici', 'Node.js'],
  ['dart', 'Dart'],
  ['python-requests', 'Python Requests'],
  ['python-urllib', 'Python'],
  ['go-http-client', 'Go'],
  ['java', 'Java'],
  ['guzzlehttp', 'Guzzle'],
])
/** Shorter names than bowser's. */
const BROWSERS: ReadonlyMap<string, string> = new Map([
  ['Microsoft Edge', 'Edge'],
  ['Samsung Internet for Android', 'Samsung Internet'],
  ['Android Browser', 'Android'],
  ['Miui', 'MIUI Browser'],
])
const PLATFORMS: ReadonlyMap<string, string> = new Map([['Chrome OS', 'ChromeOS']])
/**
 * Browsers send these for any later version too (Chromium's docs, User-Agent Reduction; MDN, Firefox user agent string reference;
 * Safari 26 Release Notes).
 */
const FROZEN = new Set([
  'Android 10',
  'Windows NT 10.0',
  'macOS 10.15',
  'macOS 10.15.7',
  'iOS 18.6',
  'iOS 18.7',
])
const KINDS: ReadonlyMap<string, DeviceKind> = new Map<string, DeviceKind>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
  ['tv', 'television'],
  ['bot', 'terminal'],
])

/** Parses a service name: a browser's or a program's user agent, or a person's own text. `raw` is sanitized. */
export function parseDevice(raw: string): ParsedDevice {
  if (/^(?:Mozilla|Opera)\/\d/.test(raw)) return ofBrowser(raw)
  const product = /^([A-Za-z][\w.+-]*(?: [A-Za-z][\w.+-]*){0,3})\/v?(\d[\w.+-]*)(?= |$|;)/.exec(raw)
  return product ? ofProgram(raw, product[1] ?? '', product[2] ?? null) : ofPerson(raw)
}

function ofBrowser(raw: string): ParsedDevice {
  const { browser, os, platform } = Bowser.parse(raw)
  const program = nativeApp(raw) ?? { app: browser.name ?? '', version: browser.version ?? '' }
  const app = BROWSERS.get(program.app) ?? program.app
  const isNameless = app === '' || app === 'Mozilla' || app === os.name
  const detected = detectPlatform(distribution(raw) ?? '')
  const name = os.name === 'iOS' ? (platform.model ?? 'iPhone') : (detected?.platform ?? os.name ?? '')
  const kind = platform.type === undefined ? undefined : KINDS.get(platform.type)
  return {
    isCustomName: isNameless && name === '',
    app: isNameless ? null : app,
    appVersion: isNameless ? null : program.version || null,
    platform: (PLATFORMS.get(name) ?? name) || null,
    platformVersion: versionOf(os),
    model: parseModel(raw),
    kind: kind ?? detected?.kind ?? 'browser',
  }
}

/** Finds an Electron app, whose user agent contains that of a browser. */
function nativeApp(raw: string): { app: string; version: string } | null {
  const found = /like Gecko\) ([A-Za-z][\w-]*)\/([\d.]+) Chrome\/.*Electron\//.exec(raw)
  return found ? { app: found[1] ?? '', version: found[2] ?? '' } : null
}

function versionOf(os: { name?: string; version?: string; versionName?: string }): string | null {
  if (os.version === undefined || FROZEN.has(`${os.name} ${os.version}`)) return null
  return (os.name === 'Windows' ? os.versionName : os.version) ?? null
}

/** Finds the Linux distribution, which bowser does not detect. */
function distribution(raw: string): string | null {
  return (
    /\((?:X11|Wayland); (?:[^)]*\b)?(Ubuntu|Fedora|Debian)\b/.exec(raw)?.[1] ??
    (/CrOS/.test(raw) ? 'CrOS' : null)
  )
}

/** Parses the model in an Android user agent; null if it is K, which browsers send to hide the model. */
function parseModel(raw: string): string | null {
  const model = /Android [\d.]+; (?:[a-z]{2}[-_][A-Za-z]{2}; )?([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(
    raw,
  )?.[1]
  if (model === undefined || model === 'K' || /^(?:Mobile|Tablet|wv|rv:.*)$/.test(model)) return null
  // Samsung's browser writes the brand before the code.
  return model.replace(/^SAMSUNG (?=\S)/, '')
}

function ofProgram(raw: string, product: string, appVersion: string | null): ParsedDevice {
  const program = PROGRAMS.get(product.toLowerCase())
  const detected = detectPlatform(raw.slice(product.length))
  const model = parseModel(raw)
  const own = detectKind(product) ?? (program === undefined ? null : 'terminal')
  return {
    isCustomName: false,
    app: program ?? product,
    appVersion,
    platform: detected?.platform ?? null,
    platformVersion: null,
    model,
    // A library that a model is known of is part of an app on that device.
    kind: (model === null ? (own ?? detected?.kind) : (detected?.kind ?? own)) ?? 'unknown',
  }
}

function ofPerson(raw: string): ParsedDevice {
  const detected = detectPlatform(raw)
  return {
    isCustomName: true,
    app: null,
    appVersion: null,
    platform: detected?.platform ?? null,
    platformVersion: null,
    model: null,
    kind: explicitKind(raw) ?? detected?.kind ?? detectKind(raw) ?? 'unknown',
  }
}

/** Finds a kind that a person named, which counts more than the platform's usual kind. */
function explicitKind(raw: string): DeviceKind | null {
  const kind = detectKind(raw)
  return kind === 'thisApp' || kind === 'tablet' || kind === 'television' ? kind : null
}
