import type { Facts } from './facts.ts'

/** The texts that go into it: our licence, those of the bundled libraries, Electron's, and Chromium's page of notices. */
export interface Notices {
  license: string
  libraries: string
  electron: string
  /** HTML, as Electron ships it. */
  chromium: string
}

/** The notice of some parts of Chromium that have the same. */
interface Notice {
  names: string[]
  text: string
}

/** Debian's copyright file in the machine-readable format (DEP-5), with every notice in full, each text once. */
export function copyrightFile({ productName, homepage }: Facts, notices: Notices): string {
  const ours = /^Copyright \(c\) (.+)$/m.exec(notices.license)?.[1] ?? ''
  const parts = noticesIn(notices.chromium).map(({ names, text }) => `${names.join(', ')}\n\n${text}`)
  return [
    `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${productName}
Source: ${homepage}
Comment: Built from the app's own source, the libraries from the npm registry that it bundles, and the binaries of
 Electron, which contain Chromium and Node.js.`,
    `Files: *
Copyright: ${ours}
License: Expat`,
    `Files: usr/lib/session-desk/resources/app.asar
Copyright: ${ours}, and the authors of each library, as its text says
License: Expat and bundled-libraries`,
    `Files: usr/lib/session-desk/session-desk
 usr/lib/session-desk/chrome*
 usr/lib/session-desk/*.so*
 usr/lib/session-desk/*.pak
 usr/lib/session-desk/*.bin
 usr/lib/session-desk/*.dat
 usr/lib/session-desk/*.json
 usr/lib/session-desk/locales/*
Copyright: Electron contributors, GitHub Inc., The Chromium Authors, and the authors of each part, as its notice says
License: electron and chromium-notices`,
    `License: Expat\n${folded(notices.license)}`,
    `License: bundled-libraries\n${folded(notices.libraries)}`,
    `License: electron\n${folded(notices.electron)}`,
    `License: chromium-notices\n${folded(parts.join(`\n\n${'-'.repeat(80)}\n\n`))}`,
  ].join('\n\n')
}

/** The notices of Chromium's page, each text once with the names of its parts; throws if there are none. */
export function noticesIn(html: string): Notice[] {
  const byText = new Map<string, Notice>()
  const parts = /<span class="title">([^<]*)<\/span>[\s\S]*?<pre>([\s\S]*?)<\/pre>/g
  for (const [, name = '', notice = ''] of html.matchAll(parts)) {
    const text = plain(notice).trim()
    const key = text.replace(/\s+/g, ' ')
    const known = byText.get(key)
    if (known) known.names.push(plain(name))
    else byText.set(key, { names: [plain(name)], text })
  }
  if (byText.size === 0) throw new Error('The page of Chromium’s notices has another shape.')
  return [...byText.values()]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#34': '"' }

function plain(html: string): string {
  return html.replace(/&([a-z]+|#\d+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

/** A text as the value of a field: each line indented, an empty one a full stop (Debian's policy 5.6.13). */
function folded(text: string): string {
  const lines = text.trim().split(/\r?\n/)
  return lines.map((line) => ` ${line.trim() === '' ? '.' : line.trimEnd()}`).join('\n')
}
