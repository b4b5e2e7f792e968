import { watch, type Ref } from 'vue'
import type { SignInField, SignInTrouble } from './sign-in-trouble.ts'

/** A correction takes the complaint about its field away. */
export function useCorrections(
  typed: Partial<Record<SignInField, Ref<unknown>>>,
  trouble: Ref<SignInTrouble>,
): void {
  for (const [field, value] of Object.entries(typed)) {
    watch(value, () => {
      const { [field as SignInField]: corrected, ...fields } = trouble.value.fields
      if (corrected !== undefined) trouble.value = { ...trouble.value, fields }
    })
  }
}
