import { nextTick, onMounted, type Ref } from 'vue'

/** Focuses the first empty field of a form when it is mounted; `focusFirstError` focuses the first field with an error. */
export function useFormFocus(form: Readonly<Ref<HTMLElement | null>>) {
  onMounted(() => {
    const inputs = [...(form.value?.querySelectorAll('input') ?? [])]
    inputs.find(({ value }) => value === '')?.focus()
  })
  return {
    async focusFirstError(): Promise<void> {
      await nextTick()
      form.value?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    },
  }
}
