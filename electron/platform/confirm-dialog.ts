import { dialog } from 'electron'
import type { Confirm } from '../features/desktop/index.ts'

const YES = 0
const NO = 1

/** Asks in a dialog of the system, with or without a window; its Cancel has the focus, and closing it means no. */
export const showConfirmDialog: Confirm = async ({ message, detail, confirmLabel: yes, cancelLabel: no }) => {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Session Desk',
    message,
    detail,
    buttons: [yes, no],
    defaultId: NO,
    cancelId: NO,
    noLink: true,
  })
  return response === YES
}
