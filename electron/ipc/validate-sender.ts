import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** Returns whether an IPC call comes from the app's own page. */
export type SenderValidator = (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>) => boolean

/**
 * Creates a validator that accepts only the main frame of the app's own windows at the app's origin. `senderFrame` is
 * null once the frame is gone. An `about:blank` child inherits its parent's origin, so the parent is checked too.
 */
export function createSenderValidator(
  origin: string,
  isOwnWindow: (contents: WebContents) => boolean,
): SenderValidator {
  return ({ sender, senderFrame }) =>
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame === sender.mainFrame &&
    senderFrame.origin === origin &&
    isOwnWindow(sender)
}
