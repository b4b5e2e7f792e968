import { app, Menu, type ContextMenuParams, type WebContents } from 'electron'
import type { Translate } from '../../shared/translate.ts'

type Role = 'undo' | 'cut' | 'copy' | 'paste' | 'selectAll'

/** What applies at a right click: to a text field, or to text that is selected elsewhere. */
export function fieldMenuRoles({
  isEditable,
  selectionText,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>): Role[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : ['copy']
  const applies: Record<Role, boolean> = {
    undo: editFlags.canUndo,
    cut: editFlags.canCut,
    copy: editFlags.canCopy,
    paste: editFlags.canPaste,
    selectAll: editFlags.canSelectAll,
  }
  return (Object.keys(applies) as Role[]).filter((role) => applies[role])
}

/** Shows that menu in these pages and all later ones. A page that shows a menu of its own prevents the event. */
export function installFieldMenu(pages: readonly WebContents[], t: Translate): void {
  const install = (page: WebContents): void => {
    page.on('context-menu', (_event, at) => {
      const items = fieldMenuRoles(at).map((role) => ({ role, label: t(`fieldMenu.${role}`) }))
      if (items.length > 0) Menu.buildFromTemplate(items).popup()
    })
  }
  pages.forEach(install)
  app.on('web-contents-created', (_event, page) => install(page))
}
