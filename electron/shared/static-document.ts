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

/** The values that differ between starts; each has a placeholder in the HTML. */
export const DOCUMENT_VALUES = ['theme', 'server', 'deviceName'] as const
/** The name of such a value. */
export type DocumentValue = (typeof DOCUMENT_VALUES)[number]

/** The placeholder of a value, which no text of the app contains. */
export function placeholder(name: DocumentValue): string {
  return `{{document:${name}}}`
}

/** Replaces the placeholders with the values, escaped for text and for attributes in double quotes. */
export function fillDocument(html: string, values: Readonly<Record<DocumentValue, string>>): string {
  // One pass, because a value may contain the placeholder of another one.
  return html.replace(/\{\{document:(\w+)\}\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name as DocumentValue]) : all,
  )
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
