import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE_LOCALES } from '../../shared/account.ts'
import type { LastKnownList } from '../../shared/last-known-list.ts'
import { parseChoice, SETTINGS, type Settings, type Theme } from '../../shared/settings.ts'
import { headOf, type PageAccount } from '../../shared/static-document.ts'
import type { Order } from '../../shared/view-state.ts'
import { parseFormat, PROFILE_FORMAT } from '../../core/profile-format.ts'
import { parseLastKnownList } from '../domain/parse-last-known-list.ts'
import { parseWindowBounds, parseZoom, type WindowState } from '../domain/window-bounds.ts'

/**
 * The page that the app will most likely show first. `sessions`: with account and list if the page can be filled in
 * before the services are loaded. `other`: a sign-in with a notice.
 */
export type StartupScreen =
  { kind: 'signIn' | 'other' } | { kind: 'sessions'; account: PageAccount | null; list: LastKnownList | null }

/** The stored state for the window and its first page. `server` is a base URL or empty. */
export interface StartupState {
  bounds: WindowState | null
  zoom: number
  theme: Theme
  language: Settings['language']
  server: string
  screen: StartupScreen
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the files in `folder` before the services validate them; ignores invalid values, and other formats. Never throws. */
export function readStartupState(folder: string): StartupState {
  const { theme, language, server } = readStore(folder, 'settings')
  const { bounds, zoom } = readStore(folder, 'window')
  return {
    bounds: parseWindowBounds(bounds),
    zoom: parseZoom(zoom),
    theme: parseChoice(SETTINGS.theme, theme),
    language: parseChoice(SETTINGS.language, language),
    server: textOf(server) ?? '',
    screen: findScreen(folder),
  }
}

function findScreen(folder: string): StartupScreen {
  const { accounts, activeAccountId } = readStore(folder, 'accounts')
  const all = Array.isArray(accounts) ? accounts.map(fieldsOf) : []
  const active = all.find(({ id }) => typeof id === 'string' && id === activeAccountId)
  if (active?.['status'] === 'signedIn') {
    const account = parseAccount(active)
    const hasStoredToken = account !== null && Object.hasOwn(readStore(folder, 'vault'), account.id)
    const list = hasStoredToken ? parseLastKnownList(readFile(folder, `list-${account.id}`)) : null
    // The rows are in their first arrangement but for the order. Otherwise they would move when the page is there.
    const { order, ...arranged } = readStore(folder, 'view')
    const isInPlace = Object.keys(arranged).length === 0 && headOf(order as Order) === headOf(list?.order)
    return { kind: 'sessions', account, list: isInPlace ? list : null }
  }
  const unconfirmed = readFile(folder, 'unconfirmed')['value']
  const hasNews = active !== undefined || (Array.isArray(unconfirmed) && unconfirmed.length > 0)
  return { kind: hasNews ? 'other' : 'signIn' }
}

/** Returns null for a damaged account, and for one of an API token, whose page has a notice. */
function parseAccount({ id, baseUrl, user, credential }: Fields): PageAccount | null {
  const { name, email, timezone, locale, tenant } = fieldsOf(user)
  const [ownId, ownName, ownUrl] = [textOf(id), textOf(name), textOf(baseUrl)]
  if (fieldsOf(credential)['kind'] !== 'user') return null
  // The id becomes part of a file name.
  if (ownId === null || !/^\w+$/.test(ownId) || ownName === null || ownUrl === null) return null
  return {
    id: ownId,
    name: ownName,
    email: textOf(email) ?? '',
    baseUrl: ownUrl,
    tenant: textOf(fieldsOf(tenant)['name']),
    timezone: textOf(timezone),
    locale: SERVICE_LOCALES.find((known) => known === locale) ?? null,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Reads the unvalidated value of a store's file; empty if it cannot be read. */
function readStore(folder: string, name: string): Fields {
  return fieldsOf(readFile(folder, name)['value'])
}

/** Reads the unvalidated fields of a file; empty if it cannot be read, or is of another format. */
function readFile(folder: string, name: string): Fields {
  try {
    const [format = '', text = ''] = ['profile', name].map((file) =>
      readFileSync(join(folder, `${file}.json`), 'utf8'),
    )
    return parseFormat(format) === PROFILE_FORMAT.number ? fieldsOf(JSON.parse(text)) : {}
  } catch {
    return {}
  }
}
