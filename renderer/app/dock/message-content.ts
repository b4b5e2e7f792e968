import { useI18n } from 'vue-i18n'
import type { RequestError } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { mayStillBeListed, type AskedEnds, type Toast, type ToastEvent } from '../../lib/toasts.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { useSignOutText } from '../../features/auth/sign-out-text.ts'
import { useListStates } from '../../features/session-list/list-state.ts'

/** The content of a message. */
interface MessageContent {
  text: string
  detail?: string
  isUrgent?: boolean
  /** Says that something worked, and leaves by itself. */
  isBrief?: boolean
  /** The ends that could not be stored, and can be sent at once. */
  atOnce?: AskedEnds
}

/** What is said of several single ends at once. */
const MANY = {
  ended: 'bulkRevocation.ended',
  gone: 'bulkRevocation.gone',
  undone: 'bulkRevocation.undone',
} as const

const isNotStored = (failure: RequestError): boolean =>
  failure.kind === 'misconfigured' && failure.reason === 'storage'

/** Returns the content of a message, in the window's language. */
export function useMessageContent() {
  const { t } = useI18n()
  const app = useAppStore()
  const say = useFailureText()
  const signOutText = useSignOutText()
  const { endsWait } = useListStates()
  const brief = (text: string): MessageContent => ({ text, isBrief: true })
  const urgent = (text: string, detail: string): MessageContent => ({ text, detail, isUrgent: true })

  function settled({ names, outcome }: ToastEvent & { kind: 'settled' }): MessageContent {
    const [name = '', ...others] = names.values()
    const n = names.size
    if (others.length === 0) return brief(t(`revocation.${outcome}`, { name }))
    return brief(t(MANY[outcome], { n }, n))
  }

  function undoFailed(
    { name, failure }: ToastEvent & { kind: 'undoFailed' },
    server: string,
  ): MessageContent {
    const isTooLate = failure.kind === 'conflict' || failure.kind === 'notFound'
    // It is not sent in this run.
    if (isNotStored(failure)) return urgent(t('revocation.undone', { name }), say(failure, server))
    return isTooLate
      ? urgent(t('revocation.tooLate', { name }), t('revocation.tooLateHelp'))
      : urgent(t('revocation.undoFailed', { name }), say(failure, server))
  }

  function startFailed(
    { asked, failure }: ToastEvent & { kind: 'startFailed' },
    server: string,
  ): MessageContent {
    const text =
      asked.kind === 'one'
        ? t('revocation.refused', { name: asked.session.name })
        : t('bulkRevocation.notBegun')
    // While the service cannot be reached, there is nothing to send.
    if (!isNotStored(failure) || endsWait(asked.accountId)) return urgent(text, say(failure, server))
    return { ...urgent(text, t('revocation.notStored')), atOnce: asked }
  }

  function password(
    { outcome: { verdict, failure } }: ToastEvent & { kind: 'password' },
    server: string,
  ): MessageContent {
    if (verdict === 'changed') return brief(t('password.changed'))
    return urgent(t('passwordNotification.unchanged'), failure ? say(failure, server) : '')
  }

  return ({ event, subject }: Toast): MessageContent => {
    // The second part of a subject is the account id, if it has one.
    const server = app.serverOf(subject.split(' ')[1])
    switch (event.kind) {
      case 'settled':
        return settled(event)
      case 'undoFailed':
        return undoFailed(event, server)
      case 'signedOut':
        return { text: signOutText(event.result), isBrief: !mayStillBeListed(event.result) }
      case 'signOutFailed':
        return urgent(t('signOut.failed', { name: event.name }), say(event.failure, server))
      case 'keyringOpened':
        return brief(t('keyring.opened'))
      case 'allUndone':
        return brief(t('bulkRevocation.undone', event.n))
      case 'startFailed':
        return startFailed(event, server)
      case 'renewed':
        return brief(t('renewal.done'))
      case 'renewalFailed':
        return urgent(t('renewal.failed'), say(event.failure, server))
      case 'password':
        return password(event, server)
      case 'failed':
        return urgent(say(event.failure, server), '')
    }
  }
}
