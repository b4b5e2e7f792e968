// The public interface of this feature; other folders import only this file.
export { type SessionHandlerDependencies, createSessionHandlers } from './handlers.ts'
export { byWhom } from './domain/by-whom.ts'
export { isUnnamed } from './domain/display-names.ts'
export { OFFLINE_INTERVAL_MS } from './domain/polling.ts'
export {
  type EndAnswer,
  type RecordedSession,
  type RecordReader,
  isOpen,
  isRenewed,
  keyNow,
  keyOfRow,
  withKept,
  withMark,
} from './domain/record.ts'
export { type ListSerializer, createListSerializer } from './list-serializer.ts'
export { type PublishedLists, createPublishedLists } from './published-lists.ts'
export { type SessionLists, createSessionLists } from './session-lists.ts'
export { type SessionPoller, createSessionPoller } from './session-poller.ts'
export { type SessionPresenter, createSessionPresenter } from './session-presenter.ts'
