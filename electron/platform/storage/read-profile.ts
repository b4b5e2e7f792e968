import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { FILE_FORMATS, type FileFormat } from '../../core/file-formats.ts'
import { recordFailure, type FailureRecord } from '../../domain/failure-record.ts'
import { parseJson } from '../../domain/parse-json.ts'
import type { Account } from '../../shared/account.ts'
import { INITIAL_SETTINGS } from '../../shared/initial-settings.ts'
import type { Settings } from '../../shared/settings.ts'
import { readContent, parseValue } from './file-content.ts'
import { isCurrentProfile } from './profile-folder.ts'

/** What a profile says without the app: nothing of it is a secret. */
export interface StoredProfile {
  settings: Settings
  accounts: readonly Account[]
  activeAccountId: string | null
  /** The failures that the log still has, also of earlier runs. */
  failures: readonly FailureRecord[]
}

/** Reads a profile and changes nothing in it, because the app may be running on it. What cannot be read is as at a first start. */
export function readProfile(folder: string): StoredProfile {
  const { accounts, settings } = FILE_FORMATS
  const files = join(folder, 'accounts')
  return {
    settings: readStored(files, settings, INITIAL_SETTINGS),
    ...readStored(files, accounts, { accounts: [], activeAccountId: null }),
    failures: failuresIn(readText(join(folder, 'logs', 'session-desk.log'))),
  }
}

function readStored<T extends object>(folder: string, format: FileFormat<T>, initial: T): T {
  if (!isCurrentProfile(folder)) return initial
  return readContent(format, parseValue(readText(join(folder, `${format.name}.json`))))?.value ?? initial
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const loggedFailure = z.object({
  operation: z.string(),
  cause: z.string(),
  host: z.nullable(z.string()).default(null),
})

/** The failures in a log, as `createFailures` writes them. */
function failuresIn(log: string): readonly FailureRecord[] {
  let failures: readonly FailureRecord[] = []
  for (const [, time = '', facts = ''] of log.matchAll(/^(\S+) info failure (\{.*)$/gm)) {
    const failure = loggedFailure.safeParse(parseJson(facts))
    const at = Date.parse(time)
    if (failure.success && !Number.isNaN(at)) failures = recordFailure(failures, { at, ...failure.data })
  }
  return failures
}
