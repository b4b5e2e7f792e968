'use strict'
// Loaded into the app's main process with `-r`, before the app's own code: keeps the scripts that it compiles, by file.
const { writeFileSync } = require('node:fs')
const { basename } = require('node:path')
const vm = require('node:vm')

const scripts = new Map()
vm.Script = class extends vm.Script {
  constructor(source, options) {
    const { filename } = options
    // A cache has the name of its script. The folder of this computer is not to be in a package; it would be with a mere
    // slice of the path, which V8 writes with the whole.
    super(source, { ...options, filename: Buffer.from(basename(filename)).toString() })
    scripts.set(filename, this)
  }
}

globalThis.codeCaches = {
  /** Writes the cache of each file, with the functions that ran so far; returns the paths of the files. */
  write() {
    for (const [file, script] of scripts) writeFileSync(`${file}.cache`, script.createCachedData())
    return [...scripts.keys()]
  },
  /** Whether V8 rejected the cache of each file; null of a file without one. */
  rejected: () =>
    Object.fromEntries([...scripts].map(([file, script]) => [file, script.cachedDataRejected ?? null])),
}
