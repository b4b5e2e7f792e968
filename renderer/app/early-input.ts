/** The input that the script of a static document records until the page's own script runs. */
export interface EarlyInput {
  /** Functions that repeat the submits and clicks, in their order. */
  actions: (() => void)[]
  /** Whether an input method composes text, which a changed value would end. */
  isComposing: boolean
  /** Ends the recording. */
  stop(): void
}

declare global {
  interface Window {
    readonly earlyInput?: EarlyInput
  }
}

/** Waits until an input method has composed its text. */
export async function whenComposed(): Promise<void> {
  while (window.earlyInput?.isComposing) {
    // The text is inserted after the event.
    await new Promise((resolve) => addEventListener('compositionend', resolve, { once: true }))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/**
 * Mounts the app on the static document, and keeps the typed text, the focus and the caret; then repeats the recorded submits and
 * clicks. Without a static document it only mounts. `mount` works synchronously.
 */
export function keepEarlyInput(mount: () => void): void {
  const early = window.earlyInput
  const inputs = early ? [...document.querySelectorAll('input')] : []
  const focused = document.activeElement
  early?.stop()
  // v-model writes its initial value when it mounts, which would also move the caret.
  for (const input of inputs) ignoreWrites(input)
  mount()
  for (const input of inputs) {
    Reflect.deleteProperty(input, 'value')
    if (input.isConnected) input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (early && focused instanceof HTMLElement && focused.isConnected) focused.focus()
  early?.actions.forEach((repeat) => repeat())
}

/** Ignores writes to the value of an input until the property is deleted. */
function ignoreWrites(input: HTMLInputElement): void {
  const { value } = input
  Object.defineProperty(input, 'value', { configurable: true, get: () => value, set: () => undefined })
}
