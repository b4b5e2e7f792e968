import switches from '../../../resources/package/switches.json'
import type { Facts } from './facts.ts'
import { TEXTS } from './texts.ts'

/** A switch of the app for people; `value` names what it takes, if it takes anything. */
export interface SwitchText {
  name: string
  value?: string
  about: string
}

/** The switches that the man page describes. */
export const SWITCHES: readonly SwitchText[] = switches

/** The man page of the app, section 1 (man-pages(7)). */
export function manPage({ name, productName, date, version, homepage }: Facts): string {
  const title = `.TH ${name.toUpperCase()} 1 ${date.toISOString().slice(0, 10)} "${productName} ${version}" "User Commands"`
  return `${[
    title,
    '.SH NAME',
    `${roff(name)} \\- ${roff(TEXTS.en.summary.replace(/^./, (first) => first.toLowerCase()))}`,
    '.SH SYNOPSIS',
    `.B ${roff(name)}`,
    '.RI [ OPTION ]...',
    '.RI [ LINK ]',
    '.SH DESCRIPTION',
    ...TEXTS.en.description.flatMap((paragraph) => ['.PP', roff(paragraph)]),
    '.PP',
    roff('A second start passes its options and its link to the app that runs, and ends.'),
    '.SH OPTIONS',
    ...SWITCHES.flatMap(optionLines),
    '.PP',
    roff('Switches of Chromium for the window system, proxies and graphics cards work too.'),
    roff('The app starts with no switch that is not on its list, and names the one that it refuses.'),
    '.SH LINKS',
    '.TP',
    `.BI ${roff('session-desk://reset?token=')} TOKEN ${roff('&email=')} EMAIL`,
    roff('Open the form for a new password, filled in.'),
    '.SH FILES',
    '.TP',
    `.I ${roff('~/.config/Session Desk/')}`,
    roff('Accounts, history and settings, with tokens that only the keyring can decrypt, and the log.'),
    '.TP',
    `.I ${roff('~/.config/autostart/session-desk.desktop')}`,
    roff('Starts the app at login, if you choose it in Settings.'),
    '.SH SEE ALSO',
    `.UR ${roff(homepage)}`,
    '.UE',
  ].join('\n')}\n`
}

function optionLines({ name, value, about }: SwitchText): string[] {
  const option = value === undefined ? `.B ${roff(`--${name}`)}` : `.BI ${roff(`--${name}=`)} ${roff(value)}`
  return ['.TP', option, roff(about)]
}

/** A text as roff shows it: its hyphens can be copied, and no line is a request. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
}
