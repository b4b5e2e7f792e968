import { failed, ok, type Result } from '../../shared/result.ts'
import { diagnosticsText, type DiagnosticsFacts } from './domain/diagnostics-text.ts'
import { redact } from '../../core/domain/redact.ts'

/** What a person can hand to support. */
export interface Diagnostics {
  /** Puts the facts of this run on the clipboard. */
  copy(): Promise<Result<null>>
  /** Shows the log's folder in the system's file manager. */
  openFolder(): Promise<Result<null>>
}

/** What the diagnostics work with; `openFolder` resolves with whether it could be shown. */
export interface DiagnosticsPorts {
  facts(): DiagnosticsFacts
  toClipboard(text: string): Promise<void>
  openFolder(): Promise<boolean>
}

/** Makes the diagnostics. */
export function createDiagnostics({ facts, toClipboard, openFolder }: DiagnosticsPorts): Diagnostics {
  return {
    async copy() {
      const lines = diagnosticsText(facts()).split('\n')
      await toClipboard(lines.map(redact).join('\n'))
      return ok(null)
    },
    async openFolder() {
      return (await openFolder()) ? ok(null) : failed({ kind: 'misconfigured', reason: 'storage' })
    },
  }
}
