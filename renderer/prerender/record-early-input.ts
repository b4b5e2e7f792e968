import type { EarlyInput } from '../app/early-input.ts'

/**
 * The script inside a static document. It loads `files`, the first of which is the page's script, after the first paint,
 * and records the submits and clicks until Vue handles them. `toString` turns it into text, so it uses nothing from outside.
 */
export function recordEarlyInput(files: readonly string[], load: (file: string) => Promise<unknown>): void {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const early: EarlyInput = { actions: [], isComposing: false, stop: () => listening.abort() }
  Object.assign(window, { earlyInput: early })

  addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      early.actions.push(() => (event.target as HTMLFormElement).requestSubmit())
    },
    options,
  )
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button')
      // The listener above records a click that submits.
      if (button?.type === 'button') early.actions.push(() => button.click())
    },
    options,
  )
  addEventListener('compositionstart', () => (early.isComposing = true), options)
  addEventListener('compositionend', () => (early.isComposing = false), options)

  const inputs = [...document.querySelectorAll('input')]
  inputs.find(({ value }) => value === '')?.focus()

  let isLoading = false
  function loadFiles(): void {
    if (isLoading) return
    isLoading = true
    for (const file of files) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    }
    void load(files[0] ?? '')
  }
  // The second frame begins after the first one is painted. A hidden window may get none.
  requestAnimationFrame(() => requestAnimationFrame(loadFiles))
  setTimeout(loadFiles, 500)
}
