/** The ids of the words below a field, as components/parts/FieldWords.vue gives them; undefined when there are none. */
export function describedBy(id: string, error: string, hint: string): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
