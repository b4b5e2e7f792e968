import { mount } from '@vue/test-utils'
import { h } from 'vue'
import { provideList } from '../../renderer/features/session-list/list-context.ts'

/** Calls a composable in a component of a list, and returns what it returns. */
export function inList<Value>(use: () => Value, ...list: Parameters<typeof provideList>): Value {
  const values: Value[] = []
  const part = { setup: () => (values.push(use()), () => null) }
  mount({ setup: () => (provideList(...list), () => h(part)) })
  return values[0]!
}
