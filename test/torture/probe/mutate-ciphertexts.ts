import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../../../electron/core/ports.ts'
import { createVault, type Ciphertexts, type StoredToken } from '../../../electron/core/vault.ts'
import { systemClock } from '../../../electron/platform/start/clock.ts'
import { createCipher } from '../../../electron/platform/storage/safe-storage.ts'
import { randomFrom } from '../../support/random.ts'
import { MUTATIONS, type Material } from './mutations.ts'

const ACCOUNTS = ['ana', 'bruno', 'carla', 'dora']
const SILENT: Log = { info: () => undefined, warn: () => undefined }

function vaultOver(ciphertexts: Ciphertexts) {
  let value = ciphertexts
  const store = { read: () => value, write: (next: Ciphertexts) => void (value = next) }
  return {
    vault: createVault({
      cipher: createCipher(process.platform, systemClock(), async () => 'unknown'),
      store,
      log: SILENT,
    }),
    store,
  }
}

/** Gives each mutated ciphertext to a fresh vault over the real cipher; counts how many it accepts. */
export async function mutateCiphertexts({ count, seed }: { count: number; seed: number }) {
  const random = randomFrom(seed)
  const { vault, store } = vaultOver({})
  const fill = async (token: (index: number) => string): Promise<Ciphertexts> => {
    for (const [index, accountId] of ACCOUNTS.entries())
      await vault.put(accountId, token(index), { issuedAt: index, expiresAt: null })
    return store.read()
  }
  const older = await fill((index) => `${index}|${'o'.repeat(20 + index * 30)}`)
  const own = await fill((index) => `${index + 10}|${'n'.repeat(40 + index * 25)}`)
  if (vault.storage().location !== 'keyring') throw new Error('There is no keyring')
  const expected = new Map<string, StoredToken>()
  for (const accountId of ACCOUNTS) expected.set(accountId, await vaultOver(own).vault.get(accountId))

  // `harmless`: the same bytes, correctly read as the original. `olderRead`: a restored file looks like a valid one.
  const tally = { tried: 0, harmless: 0, olderRead: 0, violations: [] as string[] }
  const kinds = Object.entries(MUTATIONS)
  for (let nth = 0; tally.tried < count; nth++) {
    const [kind, mutation] = kinds[nth % kinds.length]!
    const index = Math.floor(random() * ACCOUNTS.length)
    const accountId = ACCOUNTS[index]!
    const foreign = own[ACCOUNTS[(index + 1) % ACCOUNTS.length]!]!
    const material: Material = { accountId, own: own[accountId]!, older: older[accountId]!, foreign }
    const mutated = mutation(material, random)
    // A splice inside the common prefix equals the older ciphertext.
    if (mutated === material.older) continue
    const isSame = Buffer.from(mutated, 'base64').equals(Buffer.from(material.own, 'base64'))
    const after = vaultOver({ ...own, [accountId]: mutated })
    const stored = await after.vault.get(accountId)
    const isRead = isDeepStrictEqual(stored, expected.get(accountId))
    const isRight = isSame ? isRead : stored.kind === 'unreadable'
    tally.tried++
    if (isSame) tally.harmless++
    const isKept = after.store.read()[accountId] === mutated
    const found = `${kind}, the ${nth}th (seed ${seed}), is ${stored.kind}${isKept ? '' : ', and not kept'}`
    if (!isRight || !isKept) tally.violations.push(found)
  }
  for (const accountId of ACCOUNTS)
    if ((await vaultOver(older).vault.get(accountId)).kind === 'readable') tally.olderRead++
  return tally
}
