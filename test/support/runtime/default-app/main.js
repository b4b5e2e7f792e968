/* eslint-disable no-console -- standard error is all it has to say something with */
// Runs inside the fallback Electron, as resources/default_app.asar. Like Electron's own default app, it handles
// `electron [-r MODULE] FOLDER`, because that binary includes no default app.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const { preloads, target } = readArguments(process.argv.slice(1))
const require = createRequire(join(process.cwd(), 'from-the-command-line.js'))
for (const preload of preloads) require(preload)
if (target === null) {
  console.error('Usage: electron [-r MODULE] APP_FOLDER')
  app.exit(2)
} else {
  await start(resolve(target))
}

function readArguments(argv) {
  const preloads = []
  for (let i = 0; i < argv.length; i += 1) {
    const argument = argv[i]
    if (argument === '-r' || argument === '--require') preloads.push(argv[(i += 1)])
    // Switches belong to Chromium, to Node (--inspect=0) or to the app; none of them takes a separate value.
    else if (!argument.startsWith('-')) return { preloads, target: argument }
  }
  return { preloads, target: null }
}

async function start(path) {
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
  const manifestFile = join(path, 'package.json')
  const manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}
  if (manifest.version) app.setVersion(manifest.version)
  const name = manifest.productName ?? manifest.name
  if (name) app.setName(name)
  app.setDesktopName(manifest.desktopName ?? `${app.getName()}.desktop`)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  app.setAppPath(isFolder ? path : dirname(path))
  const main = isFolder ? join(path, manifest.main ?? 'index.js') : path
  try {
    await import(pathToFileURL(main).href)
  } catch (error) {
    console.error('App threw an error during load')
    console.error(error?.stack ?? error)
    app.exit(1)
  }
}
