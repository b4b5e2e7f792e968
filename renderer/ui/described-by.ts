/**
 * The value of a field's aria-describedby: the ids of its FieldMessages, and of a `note` elsewhere. Undefined where there
 * are none.
 */
export function describedBy(id: string, error: string, hint: string, note = ''): string | undefined {
  const ids = [error ? `${id}-error` : hint && `${id}-hint`, note].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
