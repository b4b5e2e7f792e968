'use strict'
// Loaded into the app's main process with `-r`. Gives safeStorage the asynchronous methods that Electron has from 42 on,
// over the real keyring, and a switch: with `--unresponsive-keyring` no call is answered until a
// test calls `keyring.answer()`.
const { app, safeStorage } = require('electron')

const waiting = []
const keyring = {
  isAnswering: !process.argv.includes('--unresponsive-keyring'),
  answer() {
    keyring.isAnswering = true
    for (const go of waiting.splice(0)) go()
  },
}
globalThis.keyring = keyring

const turn = () =>
  keyring.isAnswering ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))
const { isEncryptionAvailable, encryptString, decryptString } = safeStorage

Object.assign(safeStorage, {
  isAsyncEncryptionAvailable: async () => (await turn(), isEncryptionAvailable.call(safeStorage)),
  encryptStringAsync: async (text) => (await turn(), encryptString.call(safeStorage, text)),
  decryptStringAsync: async (bytes) => {
    await turn()
    return { result: decryptString.call(safeStorage, bytes), shouldReEncrypt: false }
  },
})

// The app must not fall back to the synchronous methods.
app.once('ready', () => {
  for (const name of ['isEncryptionAvailable', 'encryptString', 'decryptString'])
    safeStorage[name] = () => {
      throw new Error(`${name} is gone`)
    }
})
