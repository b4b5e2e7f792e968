/** Copies a text to the clipboard, within a press of the person. The page has no permission for the asynchronous way. */
export function copyText(text: string): void {
  const copy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', copy, { capture: true })
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the other way needs a permission, and the page gets none
  document.execCommand('copy')
  document.removeEventListener('copy', copy, { capture: true })
}
