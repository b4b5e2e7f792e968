import { nextTick, watch, type Ref } from 'vue'

/** A field that its form can focus. */
export interface Focusable {
  focus(): void
}

/** A field whose text its form can select. */
export interface Selectable extends Focusable {
  select(): void
}

/** Focuses the first empty input of a form when it is rendered; calls `otherwise` where none is empty. */
export function useFormFocus(form: Readonly<Ref<HTMLElement | null>>, otherwise?: () => void): void {
  watch(
    form,
    (element) => {
      if (!element) return
      const empty = [...element.querySelectorAll('input')].find(({ value }) => value === '')
      if (empty) empty.focus()
      else otherwise?.()
    },
    { flush: 'post' },
  )
}

/** Waits until errors are rendered and focuses the first field of a form with one; resolves to whether there is one. */
export async function focusFirstError(form: HTMLElement | null): Promise<boolean> {
  await nextTick()
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus()
  return Boolean(field)
}
