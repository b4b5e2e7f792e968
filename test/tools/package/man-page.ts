import { EXIT_CODES, OWN_USAGE, PASSED_ON_USAGE } from '../../../electron/platform/domain/help-text.ts'
import type { Facts } from './facts.ts'
import { TEXTS } from './texts.ts'

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
    ...OWN_USAGE.flatMap(({ usage, text }) => item(usage, text)),
    '.SH OPTIONS OF CHROMIUM',
    roff('These are passed on. Any other switch is refused.'),
    ...PASSED_ON_USAGE.flatMap(({ about, switches }) => item(about, switches.join(' '))),
    '.SH LINKS',
    '.TP',
    `.BI ${roff('session-desk://reset?token=')} TOKEN ${roff('&email=')} EMAIL`,
    roff('Open the form for a new password, filled in.'),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(({ code, text }) => item(`${code}`, text)),
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

function item(term: string, text: string): string[] {
  return ['.TP', `.B ${roff(term)}`, roff(text)]
}

/** A text as roff shows it: its hyphens can be copied, and no line is a request. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
}
