import type { EditFlags } from 'electron'
import { expect, it, vi } from 'vitest'
import { fieldMenuRoles } from '../../../../electron/platform/window/field-menu.ts'

vi.mock('electron', () => ({ app: {}, Menu: {} }))

const NOTHING: EditFlags = {
  ...{ canUndo: false, canRedo: false, canCut: false, canCopy: false, canPaste: false },
  ...{ canDelete: false, canSelectAll: false, canEditRichly: false },
}

it.each([
  [
    'a field where all applies',
    true,
    'Ana',
    { canUndo: true, canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
    ['undo', 'cut', 'copy', 'paste', 'selectAll'],
  ],
  ['an empty field', true, '', { canPaste: true }, ['paste']],
  ['a field where nothing applies', true, '', {}, []],
  ['selected text', false, 'Ana', { canCopy: true }, ['copy']],
  ['other places', false, ' ', { canCopy: true, canSelectAll: true, canPaste: true }, []],
])('the menu of %s', (_where, isEditable, selectionText, flags, roles) => {
  expect(fieldMenuRoles({ isEditable, selectionText, editFlags: { ...NOTHING, ...flags } })).toEqual(roles)
})
