import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The ciphertexts of a profile in base64, by account; empty before the first token is saved. */
export async function readCiphertexts(profile: string): Promise<Record<string, string>> {
  const text = await readFile(join(profile, 'accounts', 'vault.json'), 'utf8').catch(() => '{"value":{}}')
  return (JSON.parse(text) as { value: Record<string, string> }).value
}
