import { nextTick, onMounted, type Ref } from 'vue'

/** Puts the focus of a form where the person goes on: at first its first empty field, then, when asked, the first wrong one. */
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
