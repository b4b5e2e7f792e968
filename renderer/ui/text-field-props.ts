/** The props of a text field; `note` is the id of an element elsewhere that also describes it. */
export interface TextFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  note?: string | undefined
}
