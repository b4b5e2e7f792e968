import { computed, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../../electron/shared/failure.ts'
import type { Account } from '../../../electron/shared/account.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureCause, useFailureText } from '../../lib/failure-text.ts'
import { changeOf, hasConflict, draftOf, rebase } from './profile-draft.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import {
  NO_ERRORS,
  toFormErrors,
  useClearErrorOnEdit,
  type FormErrors,
  type ServiceFields,
} from '../../lib/form-errors.ts'

/** The fields of the profile form. */
const FIELDS: ServiceFields = { name: 'name', locale: 'locale', timezone: 'timezone' }

/** The profile form of an account: refreshes the profile and saves changes. */
export function useProfileForm(account: () => Account) {
  const { t } = useI18n()
  const sayFailure = useFailureText()
  const sayCause = useFailureCause()
  const app = useAppStore()
  const say = (failure: RequestError): string => sayFailure(failure, serverName(account().baseUrl))

  const known = shallowRef(draftOf(account().user))
  const typed = ref({ ...known.value })
  const busy = ref(false)
  const saved = ref(false)
  /** Whether a field in the draft was also changed elsewhere. */
  const conflicted = ref(false)
  const errors = shallowRef<FormErrors>(NO_ERRORS)
  /** Why the last refresh failed; null if it succeeded. */
  const refreshFailure = shallowRef<RequestError | null>(null)

  const change = computed(() => changeOf(typed.value, known.value))
  const dirty = computed(() => Object.keys(change.value).length > 0)

  watch(
    () => account().user,
    (user) => {
      const now = draftOf(user)
      if (!busy.value && hasConflict(typed.value, known.value, now)) conflicted.value = true
      typed.value = rebase(typed.value, known.value, now)
      known.value = now
    },
  )
  watch(dirty, (isDirty) => {
    if (isDirty) saved.value = false
    else {
      conflicted.value = false
      // The change that failed was applied after all, or the person reverted it.
      errors.value = NO_ERRORS
    }
  })
  useClearErrorOnEdit(
    {
      name: () => typed.value.name,
      locale: () => typed.value.locale,
      timezone: () => typed.value.timezone,
    },
    errors,
  )

  async function refresh(): Promise<void> {
    const answer = await invoke('profile:refresh', { accountId: account().id })
    refreshFailure.value = answer.ok ? null : answer.failure
  }
  void refresh()
  watch(
    () => app.reachable,
    (isReachable) => isReachable && void refresh(),
  )

  /** Saves the changes; resolves to whether a field has an error. */
  async function save(): Promise<boolean> {
    if (busy.value || !dirty.value) return false
    saved.value = false
    errors.value = NO_ERRORS
    if (typed.value.name.trim() === '') {
      errors.value = { ...NO_ERRORS, fields: { name: t('register.nameMissing') } }
      return true
    }
    busy.value = true
    const answer = await invoke('profile:update', { accountId: account().id, change: change.value })
    busy.value = false
    if (!answer.ok) errors.value = toErrors(answer.failure)
    else if (!answer.value.saved) errors.value = unsaved(answer.value.failure, 'profile.notSaved')
    else {
      known.value = draftOf(answer.value.user)
      typed.value = { ...known.value }
      saved.value = true
      refreshFailure.value = null
    }
    return Object.keys(errors.value.fields).length > 0
  }

  const unsaved = (failure: RequestError, key: string): FormErrors => {
    const cause = sayCause(failure, serverName(account().baseUrl))
    return { ...NO_ERRORS, banner: `${cause} ${t(key)}` }
  }

  function toErrors(failure: RequestError): FormErrors {
    return mayHaveBeenApplied(failure)
      ? unsaved(failure, 'profile.mayBeSaved')
      : toFormErrors(failure, FIELDS, say)
  }

  return { typed, busy, saved, conflicted, errors, refreshFailure, dirty, save, say }
}
