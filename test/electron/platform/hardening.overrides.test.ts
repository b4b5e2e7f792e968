import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../../electron', import.meta.url))
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

/** Every option that makes Electron or Node trust a certificate or authenticate to a proxy. */
const OVERRIDES =
  /certificate-error|setCertificateVerifyProc|ignore-certificate|rejectUnauthorized|NODE_TLS|importCertificate|'login'|setProxy\(|allowNTLM/

/** The list of removed switches contains one of them. */
const NAMES_THEM = 'weakening-switches.ts'

it('no file of main overrides a certificate, authenticates to a proxy, or sets one', () => {
  expect(FILES.length).toBeGreaterThan(50)
  const found = FILES.filter((name) => OVERRIDES.test(readFileSync(join(FOLDER, name), 'utf8')))
  expect(found.map((name) => basename(name))).toEqual([NAMES_THEM])
})

it('one file of main handles the request for a client certificate', () => {
  const requests = FILES.filter((name) =>
    readFileSync(join(FOLDER, name), 'utf8').includes('select-client-certificate'),
  )
  expect(requests.map((name) => basename(name))).toEqual(['hardening.ts'])
})
