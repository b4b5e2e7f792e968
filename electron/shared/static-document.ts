import type { DeviceKind } from './device.ts'
import type { ServiceLocale } from './account.ts'
import type { Order } from './view-state.ts'

/**
 * A page rendered in the build: its HTML with placeholders, the hashes of its inline script and style for the
 * Content-Security-Policy, and the files that the script loads, as paths relative to the page.
 */
export interface StaticDocument {
  html: string
  scriptHash: string
  styleHash: string
  files: readonly string[]
}

/** The HTML and texts of a list's rows, with placeholders. */
export interface RowTemplates {
  /** The row of this device, and the row of any other session. */
  current: string
  other: string
  /** The head of the table by the order of its rows, as `headOf` names it. */
  heads: Readonly<Record<string, string>>
  icons: Readonly<Record<DeviceKind, string>>
  /** A time as an element. */
  time: string
  /** The texts in place of a time. */
  now: string
  never: string
  unknown: string
  /** The text of the number of sessions: singular and plural. */
  count: readonly [string, string]
}

export interface SessionsDocument extends StaticDocument {
  templates: RowTemplates
}

/** The data of an account that the first page shows. */
export interface PageAccount {
  id: string
  name: string
  email: string
  tenant: string | null
  baseUrl: string
  timezone: string | null
  locale: ServiceLocale | null
}

/** The placeholder of a value. */
export function placeholder(name: string): string {
  return `{{document:${name}}}`
}

/** The name of an order among the heads, also of a damaged one; without an order that of the first one. */
export const headOf = (order?: Order): string => JSON.stringify(order ?? '')

/** Replaces placeholders: `values` are texts and get escaped, `parts` are HTML and do not. Other placeholders stay. */
export function fillDocument(
  html: string,
  values: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): string {
  // Replace in one pass, because a value may contain a placeholder.
  return html.replace(/\{\{document:(\w+)\}\}/g, (all, name: string) => {
    if (Object.hasOwn(parts, name)) return parts[name] ?? all
    return Object.hasOwn(values, name) ? escapeHtml(values[name] ?? all) : all
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML, also inside an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
