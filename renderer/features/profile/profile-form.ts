import { computed, reactive, ref, shallowRef, toRefs, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../../electron/shared/failure.ts'
import type { Account } from '../../../electron/shared/account.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useFailureCause, useFailureText } from '../../lib/failure-text.ts'
import { changeOf, hasConflict, draftOf, rebase } from './profile-draft.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import { NO_ERRORS, toFormErrors, type FormErrors } from '../../lib/form-errors.ts'
import { useFormSubmit } from '../../lib/form-submit.ts'

/** The profile form of an account: a draft that follows the profile, and saves changes. */
export function useProfileForm(account: () => Account) {
  const { t } = useI18n()
  const sayFailure = useFailureText()
  const sayCause = useFailureCause()
  const server = (): string => serverName(account().baseUrl)

  const known = shallowRef(draftOf(account().user))
  const draft = reactive({ ...known.value })
  const saved = ref(false)
  /** Whether a field in the draft was also changed elsewhere. */
  const conflicted = ref(false)
  const change = computed(() => changeOf(draft, known.value))
  const dirty = computed(() => Object.keys(change.value).length > 0)

  const { busy, errors, submit } = useFormSubmit({
    typed: toRefs(draft),
    send: () => invoke('profile:update', { accountId: account().id, change: change.value }),
    onSuccess(answer): void {
      if (answer.saved) {
        known.value = draftOf(answer.user)
        Object.assign(draft, known.value)
        saved.value = true
      } else errors.value = unsaved(answer.failure, 'profile.notSaved')
    },
    toErrors: (failure, fields) =>
      mayHaveBeenApplied(failure)
        ? unsaved(failure, 'profile.mayBeSaved')
        : toFormErrors(failure, fields, (one) => sayFailure(one, server())),
  })
  const unsaved = (failure: RequestError, key: string): FormErrors => ({
    ...NO_ERRORS,
    banner: `${sayCause(failure, server())} ${t(key)}`,
  })

  watch(
    () => account().user,
    (user) => {
      const now = draftOf(user)
      if (!busy.value && hasConflict(draft, known.value, now)) conflicted.value = true
      Object.assign(draft, rebase(draft, known.value, now))
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

  return { draft, busy, saved, conflicted, errors, dirty, submit }
}
