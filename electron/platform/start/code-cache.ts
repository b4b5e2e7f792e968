import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

/** Whether V8 used the caches of the files loaded so far: `rejected` if it rejected any, `none` if there was none. */
export type CodeCacheUse = 'accepted' | 'rejected' | 'none'

/** `require.extensions`: the function that loads a file, by file name extension (Node docs, Modules). */
export type ModuleLoaders = Record<string, ((module: NodeJS.Module, filename: string) => void) | undefined>

type CompiledModule = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void

// Node docs, Modules: CommonJS modules, The module wrapper.
const WRAPPER = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'] as const

/**
 * Replaces the loader of `.cjs` files: a file directly in `folder` is compiled with the V8 code cache `<file>.cache`
 * beside it, which contains the compiled functions of a start (Node docs, `script.createCachedData`). Without a cache,
 * or if V8 rejects it, the file is compiled from its source. Returns a function that reports the use of the caches so
 * far.
 *
 * It writes no cache: the build does. V8 rejects a cache of another version, other flags or another length of the
 * source, but does not compare the source itself. That is safe here: file names contain a hash of the content, each
 * build empties the folder, and an attacker who can change a cache can also change the code in the same archive.
 */
export function useCodeCaches(folder: string, loaders: ModuleLoaders): () => CodeCacheUse {
  let use: CodeCacheUse = 'none'
  // Node loads a .cjs file with the loader of .js files.
  const defaultLoader = loaders['.js']
  loaders['.cjs'] = (module, filename) => {
    if (dirname(filename) !== folder) return defaultLoader?.(module, filename)
    const cachedData = readCache(filename)
    const script = new Script(WRAPPER.join(readFileSync(filename, 'utf8')), {
      filename,
      columnOffset: -WRAPPER[0].length,
      ...(cachedData && { cachedData }),
    })
    if (script.cachedDataRejected) use = 'rejected'
    else if (cachedData && use === 'none') use = 'accepted'
    const run = script.runInThisContext() as CompiledModule
    run.call(module.exports, module.exports, createRequire(filename), module, filename, folder)
  }
  return () => use
}

function readCache(filename: string): Buffer | undefined {
  try {
    return readFileSync(`${filename}.cache`)
  } catch {
    return undefined
  }
}
