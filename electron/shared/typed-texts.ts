/**
 * Watches which texts a person types or pastes into fields for addresses, and returns a function that tells whether a text is
 * one of them. For the preload's world, which the page's scripts cannot reach: what they put into a field has no trusted event
 * (UI Events, `isTrusted`). Only a text that grew at its end, or was put in as a whole, counts: what a script added in
 * between is not the person's.
 */
export function watchTypedTexts(page: Window): (text: string) => boolean {
  const typed = new Map<HTMLInputElement, string>()
  let pasted = ''

  page.addEventListener('paste', ({ clipboardData }) => (pasted = clipboardData?.getData('text') ?? ''), true)
  page.addEventListener(
    'input',
    (event) => {
      const { isTrusted, target } = event
      if (!isTrusted || !(event instanceof InputEvent) || !isAddressField(target)) return
      const { value } = target
      const before = typed.get(target) ?? ''
      const added = event.inputType === 'insertFromPaste' ? pasted.replace(/[\r\n]/g, '') : (event.data ?? '')
      const isTyped =
        value === added || value === before + added || (added === '' && before.startsWith(value))
      typed.set(target, isTyped ? value : '')
    },
    true,
  )
  return (text) => [...typed.values()].some((value) => value.trim() === text && text !== '')
}

function isAddressField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.inputMode === 'url'
}
