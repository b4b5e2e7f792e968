/**
 * The ids of the words below a field, as components/parts/FieldMessages.vue gives them, and of a `note` elsewhere; undefined
 * when there are none.
 */
export function describedBy(id: string, error: string, hint: string, note = ''): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, note].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
