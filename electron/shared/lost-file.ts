/** What people know the content of the app's files as; `checks` is what the app still has to ask the service. */
export const LOST_CONTENTS = [
  'accounts',
  'tokens',
  'history',
  'rules',
  'ends',
  'reviews',
  'checks',
  'settings',
] as const

/**
 * Data that could not be read, or not in full: of one account, or of the app as a whole if `accountId` is null. `at` is when the app
 * found that last, epoch ms by this computer's clock. `isSetAside`: the file was copied, and the app goes on with what could be read;
 * otherwise the file stays as it is, and changes are lost when the app quits. `isSeen`: the person dismissed the notice.
 */
export interface LostFile {
  content: (typeof LOST_CONTENTS)[number]
  accountId: string | null
  at: number
  isSetAside: boolean
  isSeen: boolean
}
