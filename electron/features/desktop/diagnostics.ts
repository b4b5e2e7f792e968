import { failed, ok, type Result } from '../../shared/result.ts'
import { diagnosticsText, type DiagnosticsFacts } from './domain/diagnostics-text.ts'
import { redact } from '../../domain/redact.ts'

/** Information for support, which the person can pass on. */
export interface Diagnostics {
  /** Copies the facts of this run, redacted, to the clipboard. */
  copy(): Promise<Result<null>>
  /** Opens the log's folder in the system's file manager; a storage failure if that is not possible. */
  openFolder(): Promise<Result<null>>
}

/** Dependencies; `openFolder` resolves with whether the folder could be opened. */
export interface DiagnosticsDependencies {
  facts(): DiagnosticsFacts
  toClipboard(text: string): Promise<void>
  openFolder(): Promise<boolean>
}

/** The diagnostics as text, redacted line by line. */
export function diagnosticsReport(facts: DiagnosticsFacts): string {
  return diagnosticsText(facts).split('\n').map(redact).join('\n')
}

/** Creates the diagnostics. */
export function createDiagnostics({ facts, toClipboard, openFolder }: DiagnosticsDependencies): Diagnostics {
  return {
    async copy() {
      await toClipboard(diagnosticsReport(facts()))
      return ok(null)
    },
    async openFolder() {
      return (await openFolder()) ? ok(null) : failed({ kind: 'misconfigured', reason: 'storage' })
    },
  }
}
