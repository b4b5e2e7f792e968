import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** Decides whether a call comes from the page we loaded ourselves, and from nothing within or beside it. */
export type TrustedSender = (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>) => boolean

/**
 * Trusts the main frame of our own windows at our own origin. `senderFrame` is null once the frame is gone, and an
 * `about:blank` child inherits its parent's origin, so that both are looked at.
 */
export function createSenderValidator(
  origin: string,
  isOurs: (contents: WebContents) => boolean,
): TrustedSender {
  return ({ sender, senderFrame }) =>
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame === sender.mainFrame &&
    senderFrame.origin === origin &&
    isOurs(sender)
}
