import type { WebContents, WebFrameMain } from 'electron'
import { describe, expect, it } from 'vitest'
import { createSenderValidator } from '../../../electron/ipc/validate-sender.ts'

const ORIGIN = 'app://session-desk'

interface Frame {
  origin: string
  parent: Frame | null
}

const frame = (origin: string, parent: Frame | null = null): Frame => ({ origin, parent })
const contents = (mainFrame: Frame): WebContents => ({ mainFrame }) as unknown as WebContents

const main = frame(ORIGIN)
const ours = contents(main)
const trusts = createSenderValidator(ORIGIN, (sender) => sender === ours)
/** Every window counts as the app's own, so that only the frame is checked. */
const trustAll = createSenderValidator(ORIGIN, () => true)
const requests = (senderFrame: Frame | null, sender = ours, trust = trusts): boolean =>
  trust({ sender, senderFrame: senderFrame as unknown as WebFrameMain | null })

describe('a valid sender', () => {
  it('is the main frame of the app’s own window at the app’s origin', () => {
    expect(requests(main)).toBe(true)
  })

  const foreign = frame('https://evil.example')
  const embedded = frame(ORIGIN, frame('https://evil.example'))
  const otherContents = contents(frame(ORIGIN))
  it.each<[string, Frame | null, WebContents?]>([
    ['a frame that is gone', null],
    ['a child frame at our origin, as about:blank is', frame(ORIGIN, main)],
    ['a child frame of another origin', frame('https://evil.example', main)],
    ['our window at another origin', foreign, contents(foreign)],
    ['an opaque origin', frame('null')],
    ['an origin that begins like ours', frame('app://session-desk.evil')],
    ['a frame that is no longer the main one', frame(ORIGIN)],
    ['the main frame of something embedded', embedded, contents(embedded)],
    ['another window at our origin', otherContents.mainFrame, otherContents],
    ['another window that borrows our frame', main, otherContents],
  ])('is not %s', (_case, senderFrame, sender) => {
    expect(requests(senderFrame, sender)).toBe(false)
    if (sender !== otherContents) expect(requests(senderFrame, sender, trustAll)).toBe(false)
  })
})
