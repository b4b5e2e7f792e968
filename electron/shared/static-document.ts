import type { DeviceKind } from './device.ts'
import type { DatedUnit } from './relative-time.ts'
import type { Locale } from './settings.ts'

/**
 * A page that the build has rendered: its HTML with placeholders, the hashes of its inline script and style for the
 * Content-Security-Policy, and the paths of the files that the script loads, relative to the page.
 */
export interface StaticDocument {
  html: string
  scriptHash: string
  styleHash: string
  files: readonly string[]
}

/** The HTML and the texts, with placeholders, from which the rows of a list are made. */
export interface RowTemplates {
  /** The row of this device, and of another one. */
  current: string
  other: string
  icons: Readonly<Record<DeviceKind, string>>
  /** A time as an element. */
  time: string
  /** The texts in place of a time. */
  now: string
  never: string
  unknown: string
  /** An age beside its date. */
  ages: Readonly<Record<DatedUnit, string>>
  /** The number of sessions: one, and others. */
  count: readonly [string, string]
}

/** The static document of the sessions. */
export interface SessionsDocument extends StaticDocument {
  templates: RowTemplates
}

/** The facts about an account that its page shows. */
export interface PageAccount {
  id: string
  name: string
  tenant: string | null
  baseUrl: string
  timezone: string | null
  locale: Locale | null
}

/** The placeholder of a value. */
export function placeholder(name: string): string {
  return `{{document:${name}}}`
}

/**
 * Replaces the placeholders: of `values` with the texts, escaped for text and for attributes in double quotes, and of
 * `parts` with the HTML as it is. Other placeholders stay.
 */
export function fillDocument(
  html: string,
  values: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): string {
  // One pass, because a value may contain the placeholder of another one.
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
