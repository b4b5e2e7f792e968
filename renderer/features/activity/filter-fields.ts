import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import {
  ACTIVITY_TYPES,
  ACTORS,
  CHANGES,
  type ActivityFilter,
  type ActivityType,
  type Actor,
} from '../../../electron/shared/activity.ts'

/** The longest text to search for. */
const MAX_TEXT = 300

type Kind = ActivityType | 'any' | 'signIns'

/** The fields of a filter of the history, each with its choices. */
export function useFilterFields(filter: Ref<ActivityFilter>) {
  const { t } = useI18n()
  const change = (part: Partial<ActivityFilter>): void => void (filter.value = { ...filter.value, ...part })

  const type = computed({
    get: (): Kind => {
      const [first, ...more] = filter.value.types ?? []
      return more.length > 0 ? 'signIns' : (first ?? 'any')
    },
    set: (chosen) => {
      if (chosen === 'signIns') change({ types: [...CHANGES.signedIn] })
      else change({ types: chosen === 'any' ? null : [chosen] })
    },
  })
  const types = computed((): { value: Kind; text: string }[] => [
    { value: 'any', text: t('activity.anyKind') },
    { value: 'signIns', text: t('activity.signInsOnly') },
    ...ACTIVITY_TYPES.map((value) => ({ value, text: t(`activity.types.${value}`) })),
  ])
  const actor = computed({
    get: (): Actor | 'any' => filter.value.actor ?? 'any',
    set: (chosen) => change({ actor: chosen === 'any' ? null : chosen }),
  })
  const actors = computed((): { value: Actor | 'any'; text: string }[] => [
    { value: 'any', text: t('activity.anyActor') },
    ...ACTORS.map((value) => ({ value, text: t(`activity.actors.${value}`) })),
  ])
  const text = computed({
    get: () => filter.value.text,
    set: (typed) => change({ text: typed.slice(0, MAX_TEXT) }),
  })
  return { type, types, actor, actors, text }
}
