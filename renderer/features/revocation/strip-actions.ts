import { useI18n } from 'vue-i18n'
import type { BatchCommand } from '../../../electron/shared/ends.ts'
import { hasFailures } from '../../../electron/shared/ends-text.ts'
import { onlyOf, type LineSum, type StripLine } from './strip-lines.ts'

/** A button of a line of the strip. */
export interface StripAction {
  command: BatchCommand
  label: string
}

/** Returns the buttons of a line of the strip; `now` is epoch ms by this computer's clock. */
export function useStripActions() {
  const { t } = useI18n()

  /** Undo, Pause, Resume, Continue or Retry. */
  function main({ kind, parts }: StripLine, { counts, until }: LineSum, now: number): StripAction | null {
    switch (kind) {
      case 'undoable':
        return (until ?? 0) > now ? { command: 'undo', label: t('revocation.undo') } : null
      case 'going':
        return onlyOf(parts) ? null : { command: 'pause', label: t('bulkRevocation.pause') }
      case 'paused':
        return { command: 'resume', label: t('bulkRevocation.resume') }
      case 'asking':
        return { command: 'resume', label: t('bulkRevocation.continue') }
      case 'waiting':
        return null
      case 'done':
        return hasFailures(counts) ? { command: 'retry', label: t('bulkRevocation.retry') } : null
    }
  }

  /** What ends the line: nothing more is sent of it, or its results were seen. */
  function last({ kind, parts }: StripLine, { counts, total }: LineSum): StripAction | null {
    const only = onlyOf(parts)
    switch (kind) {
      case 'undoable':
        return null
      case 'waiting':
        return { command: 'undo', label: t('waitingEnds.keepAll', total) }
      case 'done':
        return { command: 'dismiss', label: t('bulkRevocation.dismiss') }
      default:
        if (only && counts.waiting === 0) return null
        return { command: 'cancel', label: t(only ? 'bulkRevocation.cancel' : 'bulkRevocation.cancelRest') }
    }
  }

  return { main, last }
}
