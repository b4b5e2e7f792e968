import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordEarlyInput } from '../../../renderer/prerender/record-early-input.ts'
import { keepEarlyInput, whenComposed } from '../../../renderer/app/early-input.ts'

const FILES = ['./assets/index.js', './assets/base.js']
const load = vi.fn(() => Promise.resolve())

beforeEach(() => {
  vi.useFakeTimers()
  load.mockClear()
  document.head.replaceChildren()
  document.body.innerHTML =
    '<form novalidate><input value="server"><input id="email"><button>Send</button></form>' +
    '<button type="button" id="other"><b>Other</b></button>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.earlyInput?.stop()
  Reflect.deleteProperty(window, 'earlyInput')
})

const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!

describe('the script of a static document', () => {
  it('focuses the first empty field', () => {
    recordEarlyInput(FILES, load)
    expect(document.activeElement).toBe(find('#email'))
  })

  it('loads the files in the second frame, once', () => {
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
    recordEarlyInput(FILES, load)
    frames.shift()?.()
    expect(load).not.toHaveBeenCalled()
    frames.shift()?.()
    expect(load).toHaveBeenCalledExactlyOnceWith(FILES[0])
    const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    expect(preloaded.map((link) => link.getAttribute('href'))).toEqual(FILES)
    vi.runAllTimers()
    expect(load).toHaveBeenCalledOnce()
  })

  it('loads the files without a frame too', () => {
    recordEarlyInput(FILES, load)
    expect(load).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(load).toHaveBeenCalledOnce()
  })

  it('needs nothing from outside, because it becomes text', () => {
    const text = `(${recordEarlyInput.toString()})`
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- as the document runs it
    new Function('load', `${text}(${JSON.stringify(FILES)}, load)`)(load)
    vi.runAllTimers()
    expect(load).toHaveBeenCalledExactlyOnceWith(FILES[0])
  })
})

describe('input before the page’s script', () => {
  it('is kept: the text, the caret and the focus, although the app writes its own values and takes the focus', () => {
    recordEarlyInput(FILES, load)
    const email = find('#email') as HTMLInputElement
    email.value = 'ana@example.com'
    email.setSelectionRange(3, 5)
    const typed: string[] = []
    keepEarlyInput(() => {
      email.value = ''
      email.addEventListener('input', () => typed.push(email.value))
      find('#other').focus()
    })
    expect([email.value, ...typed]).toEqual(['ana@example.com', 'ana@example.com'])
    expect([email.selectionStart, email.selectionEnd]).toEqual([3, 5])
    expect(document.activeElement).toBe(email)
    email.value = 'later'
    expect(email.value).toBe('later')
  })

  it('is repeated in its order, once: submits, which do not navigate, and clicks on buttons', () => {
    recordEarlyInput(FILES, load)
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    find('form').dispatchEvent(submit)
    expect(submit.defaultPrevented).toBe(true)
    find('b').click()
    const events: string[] = []
    keepEarlyInput(() => {
      find('form').addEventListener('submit', (event) => {
        event.preventDefault()
        events.push('submit')
      })
      find('#other').addEventListener('click', () => events.push('click'))
    })
    expect(events).toEqual(['submit', 'click'])
    find('#other').click()
    expect(events).toEqual(['submit', 'click', 'click'])
  })

  it('waits for the text of an input method', async () => {
    recordEarlyInput(FILES, load)
    vi.useRealTimers()
    find('#email').dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    let isOver = false
    const composed = whenComposed().then(() => (isOver = true))
    await Promise.resolve()
    expect(isOver).toBe(false)
    find('#email').dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    await composed
    expect(isOver).toBe(true)
  })
})

describe('without a static document', () => {
  it('the app is only mounted', async () => {
    await whenComposed()
    const mount = vi.fn(() => find('#other').focus())
    find('#email').focus()
    keepEarlyInput(mount)
    expect(mount).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(find('#other'))
  })
})
