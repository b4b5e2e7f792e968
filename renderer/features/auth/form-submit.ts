import { ref, type Ref } from 'vue'
import { mayHaveBeenApplied } from '../../../electron/shared/failure.ts'
import type { Result } from '../../../electron/shared/result.ts'
import type { RequestError } from '../../../electron/shared/bridge.ts'
import { type FormErrors, type FormField, NO_ERRORS, useClearErrorOnEdit } from '../../lib/form-errors.ts'

/** A form that is submitted with one request. */
export interface FormSubmit<Value> {
  /** The typed values; an edit clears the error of its field. */
  typed: Partial<Record<FormField, Ref<unknown>>>
  /** Finds errors before the request; with one, nothing is sent. */
  validate(): FormErrors['fields']
  send(): Promise<Result<Value, RequestError>>
  /** The form stays busy until it resolves. */
  onSuccess(value: Value): unknown
  toErrors(failure: RequestError): FormErrors
}

/** Submits a form, once at a time, and holds its errors. */
export function useFormSubmit<Value>({ typed, validate, send, onSuccess, toErrors }: FormSubmit<Value>) {
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  /** Whether the last request may have been applied although the service did not confirm it. */
  const mayBeApplied = ref(false)
  useClearErrorOnEdit(typed, errors)

  async function submit(): Promise<void> {
    if (busy.value) return
    mayBeApplied.value = false
    errors.value = { ...NO_ERRORS, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    const answer = await send()
    if (answer.ok) await onSuccess(answer.value)
    else {
      errors.value = toErrors(answer.failure)
      mayBeApplied.value = mayHaveBeenApplied(answer.failure)
    }
    busy.value = false
  }

  return { busy, errors, mayBeApplied, submit }
}
