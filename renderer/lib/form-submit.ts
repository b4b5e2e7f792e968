import { ref, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RequestError } from '../../electron/shared/bridge.ts'
import { isEmail } from '../../electron/shared/email.ts'
import { mayHaveBeenApplied } from '../../electron/shared/failure.ts'
import type { Result } from '../../electron/shared/result.ts'
import { NO_ERRORS, type FormErrors, type FormField } from './form-errors.ts'

/** The typed values of a form by their fields. */
export type TypedFields = Partial<Record<FormField, Ref<unknown>>>

/** A form that is submitted with one request. */
export interface FormSubmit<Value> {
  /** An edit clears the error of its field. */
  typed: TypedFields
  /** Finds more errors than empty fields before the request; with one, nothing is sent. */
  validate?(): FormErrors['fields']
  send(): Promise<Result<Value, RequestError>>
  /** The form stays busy until it resolves. */
  onSuccess(value: Value): unknown
  /** `fields` are those of the form. */
  toErrors(failure: RequestError, fields: readonly FormField[]): FormErrors
}

/** What a field says where it is empty; any other one may be. */
const MISSING: Partial<Record<FormField, string>> = {
  server: 'signIn.serverMissing',
  name: 'register.nameMissing',
  email: 'signIn.emailMissing',
  token: 'reset.tokenMissing',
  apiToken: 'apiToken.missing',
}

/** Submits a form, once at a time, and holds its errors. */
export function useFormSubmit<Value>({ typed, validate, send, onSuccess, toErrors }: FormSubmit<Value>) {
  const { t } = useI18n()
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  /** Whether the last request may have been applied although the service did not confirm it. */
  const mayBeApplied = ref(false)
  const entries = Object.entries(typed) as [FormField, Ref<unknown>][]

  for (const [field, value] of entries)
    watch(value, () => {
      const { [field]: corrected, ...fields } = errors.value.fields
      if (corrected !== undefined) errors.value = { ...errors.value, fields }
    })

  /** Finds the empty fields, and an email that has not the form of one. */
  function findMissing(): FormErrors['fields'] {
    const fields: FormErrors['fields'] = {}
    for (const [field, { value }] of entries) {
      const text = typeof value === 'string' ? value.trim() : ''
      if (text === '' && MISSING[field]) fields[field] = t(MISSING[field])
      else if (field === 'email' && !isEmail(text)) fields.email = t('signIn.emailShape')
    }
    return fields
  }

  async function submit(): Promise<void> {
    if (busy.value) return
    mayBeApplied.value = false
    errors.value = { ...NO_ERRORS, fields: { ...validate?.(), ...findMissing() } }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    const answer = await send()
    if (answer.ok) await onSuccess(answer.value)
    else {
      errors.value = toErrors(
        answer.failure,
        entries.map(([field]) => field),
      )
      mayBeApplied.value = mayHaveBeenApplied(answer.failure)
    }
    busy.value = false
  }

  return { busy, errors, mayBeApplied, submit }
}
