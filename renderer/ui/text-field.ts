/** The props of a text field; `note` is the id of an element elsewhere that also describes it. */
export interface TextFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  note?: string | undefined
}

/**
 * The value of a field's aria-describedby: the ids of its FieldMessages, and of a `note` elsewhere. Undefined where there
 * are none.
 */
export function describedBy(id: string, error: string, hint: string, note = ''): string | undefined {
  const ids = [error ? `${id}-error` : hint && `${id}-hint`, note].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
