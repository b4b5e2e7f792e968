import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

/** What V8 did with the caches of the files that were loaded so far: one rejection counts more than any acceptance. */
export type CodeCacheUse = 'accepted' | 'rejected' | 'none'

/** `require.extensions`: what loads a file, by the end of its name (Node docs, Modules). */
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
 * From now on compiles each `.cjs` file directly in `folder` from `<file>.cache` beside it, which has the functions that
 * the start runs, already compiled (Node docs, `script.createCachedData`). Without a cache, or if V8 rejects it, the file
 * is compiled from its source. Returns what happened so far. Sets the loader of `.cjs` files.
 *
 * It never writes a cache: the build makes it. V8 rejects one of another version, of other flags, or of another length of
 * the source, but does not compare the source itself. That is safe here: a file's name has a hash of its content, each
 * build empties the folder, and a cache lies beside its code, in the same archive; who can change it can change the code.
 */
export function useCodeCaches(folder: string, loaders: ModuleLoaders): () => CodeCacheUse {
  let use: CodeCacheUse = 'none'
  // What Node itself takes for a .cjs file.
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
