import { computed, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../electron/contract/failure.ts'
import type { Account } from '../../electron/contract/models.ts'
import { invoke, type RequestError } from '../bridge.ts'
import { useAppStore } from '../stores/app.ts'
import { useFailureCause, useFailureText } from './failure-text.ts'
import { changeOf, hasConflict, draftOf, rebase } from './profile-draft.ts'
import { serverName } from './server-name.ts'
import { NO_ERRORS, toFormErrors, type FormErrors } from './form-errors.ts'

const PROFILE_FIELDS = { name: 'name', locale: 'locale', timezone: 'timezone' } as const

/** The form of one account's profile: what is typed, what came of it, and the calls. */
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
  /** Somebody else changed what is being changed here. */
  const conflicted = ref(false)
  const errors = shallowRef<FormErrors>(NO_ERRORS)
  /** Why what is shown may be old; null when the service has just told it. */
  const unseen = shallowRef<RequestError | null>(null)

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
  watch(dirty, (is) => {
    if (is) saved.value = false
    else {
      conflicted.value = false
      // What could not be saved is so by now, or is not wanted any more.
      errors.value = NO_ERRORS
    }
  })
  // A correction takes the complaint about its field away.
  for (const field of ['name', 'locale', 'timezone'] as const) {
    watch(
      () => typed.value[field],
      () => {
        const { [field]: corrected, ...fields } = errors.value.fields
        if (corrected !== undefined) errors.value = { ...errors.value, fields }
      },
    )
  }

  async function refresh(): Promise<void> {
    const answer = await invoke('profile:refresh', { accountId: account().id })
    unseen.value = answer.ok ? null : answer.failure
  }
  void refresh()
  watch(
    () => app.reachable,
    (is) => is && void refresh(),
  )

  /** Saves what changed; resolves with whether the form has something to correct. */
  async function save(): Promise<boolean> {
    if (busy.value || !dirty.value) return false
    saved.value = false
    errors.value = NO_ERRORS
    if (typed.value.name.trim() === '') {
      errors.value = { ...NO_ERRORS, fields: { name: t('profile.nameMissing') } }
      return true
    }
    busy.value = true
    const answer = await invoke('profile:update', { accountId: account().id, change: change.value })
    busy.value = false
    if (!answer.ok) errors.value = placeFailure(answer.failure)
    else if (!answer.value.saved) errors.value = unsaved(answer.value.failure, 'profile.notSaved')
    else {
      known.value = draftOf(answer.value.user)
      typed.value = { ...known.value }
      saved.value = true
      unseen.value = null
    }
    return Object.keys(errors.value.fields).length > 0
  }

  const unsaved = (failure: RequestError, known: string): FormErrors => {
    const cause = sayCause(failure, serverName(account().baseUrl))
    return { ...NO_ERRORS, banner: `${cause} ${t(known)}` }
  }

  function placeFailure(failure: RequestError): FormErrors {
    return mayHaveBeenApplied(failure)
      ? unsaved(failure, 'profile.mayBeSaved')
      : toFormErrors(failure, PROFILE_FIELDS, say)
  }

  return { typed, busy, saved, conflicted, errors, unseen, dirty, save, say }
}
