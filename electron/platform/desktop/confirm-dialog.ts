import { dialog } from 'electron'
import type { Confirm } from '../../features/desktop/index.ts'

const CONFIRM = 0
const CANCEL = 1

/** Shows a native dialog of its own, which needs no window. Cancel has the focus, and closing the dialog cancels. */
export const showConfirmDialog: Confirm = async ({ message, detail, confirmLabel, cancelLabel }) => {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Session Desk',
    message,
    detail,
    buttons: [confirmLabel, cancelLabel],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
  })
  return response === CONFIRM
}
