import type { Language } from '../../../electron/shared/languages.ts'
import { ACTIONS, TEXTS, TRANSLATIONS } from './texts.ts'

type Group = Record<string, string>

/** The keys of the desktop file that differ in no package (freedesktop.org, Desktop Entry). */
export function desktopKeys(productName: string): Group {
  const name = () => productName
  return {
    ...inEachLanguage('Name', name),
    ...inEachLanguage('GenericName', (language) => TEXTS[language].genericName),
    ...inEachLanguage('Comment', (language) => TEXTS[language].summary),
    ...inEachLanguage('Keywords', (language) => `${TEXTS[language].keywords.join(';')};`),
    StartupNotify: 'true',
    // A window's class is the product's name; without it a task bar shows a second entry, without name and icon.
    StartupWMClass: productName,
    Categories: 'Network;',
    MimeType: 'x-scheme-handler/session-desk;',
    Actions: `${Object.keys(ACTIONS).join(';')};`,
  }
}

/** The actions of the app's icon; `program` opens their pages. */
export function desktopActions(program: string): Record<string, Group> {
  const actions = Object.entries(ACTIONS).map(([page, names]): [string, Group] => [
    page,
    { ...inEachLanguage('Name', (language) => names[language]), Exec: `${program} --page=${page}` },
  ])
  return Object.fromEntries(actions)
}

/** The desktop file of an installed app. */
export function desktopFile({ name, productName }: { name: string; productName: string }): string {
  const actions = desktopActions(name)
  const groups: [string, Group][] = [
    [
      'Desktop Entry',
      {
        Type: 'Application',
        ...desktopKeys(productName),
        Exec: `${name} %U`,
        Icon: name,
      },
    ],
    ...Object.entries(actions).map(([page, group]): [string, Group] => [`Desktop Action ${page}`, group]),
  ]
  const linesOf = (group: Group) => Object.entries(group).map(([key, value]) => `${key}=${value}`)
  return groups.map(([title, group]) => [`[${title}]`, ...linesOf(group), ''].join('\n')).join('\n')
}

function inEachLanguage(key: string, text: (language: Language) => string): Group {
  const translated = TRANSLATIONS.map(({ language, locale }) => [`${key}[${locale}]`, text(language)])
  return { [key]: text('en'), ...(Object.fromEntries(translated) as Group) }
}
